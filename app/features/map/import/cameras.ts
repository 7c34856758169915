import { createHash } from 'node:crypto';
import { z } from 'zod';

/** How a drawing looks at a pose or a movement: degrees, and the parts in the order of drawing. */
export interface KeptCamera {
  yaw: number;
  pitch: number;
  order: number[];
}

const camerasSchema = z.record(
  z.string(),
  z.tuple([z.number(), z.number(), z.string().regex(/^[0-9a-z]+$/)]),
);

/** Cameras by the frames they were found for (`framesKey`). */
export type Cameras = ReadonlyMap<string, KeptCamera>;

/** Reads the file of cameras. @throws ZodError, SyntaxError */
export function readCameras(text: string): Cameras {
  const kept = Object.entries(camerasSchema.parse(JSON.parse(text)));
  return new Map(
    kept.map(([key, [yaw, pitch, order]]) => [
      key,
      { yaw, pitch, order: [...order].map((digit) => Number.parseInt(digit, 36)) },
    ]),
  );
}

/** Writes the file of cameras, one a line. */
export function writeCameras(cameras: Cameras): string {
  const lines = [...cameras].map(([key, { yaw, pitch, order }]) => {
    const digits = order.map((part) => part.toString(36)).join('');
    return `${JSON.stringify(key)}:${JSON.stringify([yaw, pitch, digits])}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** What a camera depends on: the frames alone, so that a new name keeps it. */
export const framesKey = (frames: Buffer) => createHash('sha256').update(frames).digest('hex').slice(0, 32);
