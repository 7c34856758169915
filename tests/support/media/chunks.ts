import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { action as begin } from '../../../app/features/core/uploads/begin-upload.api.ts';
import { action as chunk, loader as progress } from '../../../app/features/core/uploads/chunk.api.ts';
import { chunkType } from '../../../app/features/core/uploads/chunks.schema.ts';
import { action as finish } from '../../../app/features/core/uploads/finish-upload.api.ts';
import type { Viewer } from '../../../app/scope.ts';
import { jsonCall, type testWorld } from '../world.ts';
import { picture } from './upload-form.ts';

/** A valid image, as bytes that can be cut. */
export const sound = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await picture(900, 700)).arrayBuffer());

const headOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 12)).toString('hex');

interface Answer {
  status: number;
  id: string;
  offset: number;
  key: string | null;
  message: string;
  errors: Record<string, string[]>;
}
const read = async (answer: Response): Promise<Answer> => ({
  ...((await answer.json().catch(() => ({}))) as Answer),
  status: answer.status,
});

/** The calls by which a program sends a file in chunks (ADR-022), and the chunks that lie on the disk. */
export const inChunks = (world: ReturnType<typeof testWorld>) => ({
  start: async (viewer: Viewer | null, bytes: Uint8Array, facts: object = {}) => {
    const received = { name: 'roll.png', bytes: bytes.length, modified: 7, head: headOf(bytes), ...facts };
    return read(await world.send(begin, viewer, '/api/uploads', {}, jsonCall('POST', received)));
  },
  send: async (
    viewer: Viewer,
    id: string,
    offset: number,
    body: Uint8Array<ArrayBuffer> | ReadableStream,
    type = chunkType,
  ) =>
    read(
      await world.send(chunk, viewer, `/api/uploads/${id}`, { id }, {
        method: 'PATCH',
        headers: { 'content-type': type, 'upload-offset': String(offset) },
        body,
        duplex: 'half',
      } as RequestInit),
    ),
  far: async (viewer: Viewer, id: string) =>
    read(await world.send(progress, viewer, `/api/uploads/${id}`, { id })),
  end: async (viewer: Viewer, id: string, facts: object = {}) =>
    read(await world.send(finish, viewer, `/api/uploads/${id}/finish`, { id }, jsonCall('POST', facts))),
  cancel: (viewer: Viewer, id: string) =>
    world.send(chunk, viewer, `/api/uploads/${id}`, { id }, { method: 'DELETE' }),
  chunks: () => {
    const folder = join(world.scope().tempDir, 'pieces');
    return existsSync(folder) ? readdirSync(folder) : [];
  },
});
