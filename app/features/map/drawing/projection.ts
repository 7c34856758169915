import { type Frame, frameLength } from '../import/pose.ts';

/** Where a drawing is looked at from. Both are whole degrees, so that there are few addresses. */
export interface Camera {
  /** Turns about the vertical axis, 0 to 359. */
  yaw: number;
  /** From how far above the mat. */
  pitch: number;
}

/** Across the picture, down the picture, and towards the viewer, for each joint of both players, in metres. */
export type Seen = Float32Array;

const radians = Math.PI / 180;

/** Projects a frame without perspective, so that lines between drawn frames are those between the poses. */
export function seenBy(frame: Frame, { yaw, pitch }: Camera, isMirrored = false): Seen {
  const [cosYaw, sinYaw] = [Math.cos(yaw * radians), Math.sin(yaw * radians)];
  const [cosPitch, sinPitch] = [Math.cos(pitch * radians), Math.sin(pitch * radians)];
  const side = isMirrored ? -1 : 1;
  const seen = new Float32Array(frameLength);
  for (let at = 0; at < frameLength; at += 3) {
    const x = side * frame[at]!;
    const y = frame[at + 1]!;
    const z = frame[at + 2]!;
    const near = sinYaw * x + cosYaw * z;
    seen[at] = cosYaw * x - sinYaw * z;
    seen[at + 1] = near * sinPitch - y * cosPitch;
    seen[at + 2] = near * cosPitch + y * sinPitch;
  }
  return seen;
}
