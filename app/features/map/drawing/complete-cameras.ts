import { type Cameras, framesKey, type KeptCamera } from '../import/cameras.ts';
import { decodeFrames } from '../import/pose.ts';
import { bestCamera } from './camera.ts';

/** Finds the cameras of frames that have none yet, 10 to 20 ms for each, and leaves out those of other frames.
 *  @param all the frames of each position and transition */
export function completeCameras(all: Iterable<Buffer>, known: Cameras): Cameras {
  const complete = new Map<string, KeptCamera>();
  for (const frames of all) {
    const key = framesKey(frames);
    if (!complete.has(key)) complete.set(key, known.get(key) ?? search(frames));
  }
  return complete;
}

function search(frames: Buffer): KeptCamera {
  const { yaw, pitch, drawOrder } = bestCamera(decodeFrames(frames));
  return { yaw, pitch, order: [...drawOrder] };
}
