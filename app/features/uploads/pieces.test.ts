import { existsSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pngBomb } from '../../../tests/support/specimens.ts';
import { form, type Part, picture } from '../../../tests/support/upload-form.ts';
import { jsonCall, testWorld } from '../../../tests/support/world.ts';
import { row } from '../../db/sql.server.ts';
import type { Viewer } from '../../scope.ts';
import { action as begin } from './begin-upload.api.ts';
import { action as finish } from './finish-upload.api.ts';
import { action as piece, loader as progress } from './piece.api.ts';
import { pieceType } from './pieces.schema.ts';
import { addPiece } from './pieces.server.ts';
import { action as upload, loader as uploadPage } from './upload.page.tsx';

const world = testWorld();

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const sound = async (): Promise<Uint8Array<ArrayBuffer>> => bytesOf(await picture(900, 700));
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

const start = async (viewer: Viewer | null, bytes: Uint8Array, facts: object = {}) =>
  read(
    await world.send(
      begin,
      viewer,
      '/api/uploads',
      {},
      jsonCall('POST', { name: 'roll.png', bytes: bytes.length, modified: 7, head: headOf(bytes), ...facts }),
    ),
  );
const send = async (
  viewer: Viewer,
  id: string,
  offset: number,
  body: Uint8Array<ArrayBuffer> | ReadableStream,
  type = pieceType,
) =>
  read(
    await world.send(piece, viewer, `/api/uploads/${id}`, { id }, {
      method: 'PATCH',
      headers: { 'content-type': type, 'upload-offset': String(offset) },
      body,
      duplex: 'half',
    } as RequestInit),
  );
const far = async (viewer: Viewer, id: string) =>
  read(await world.send(progress, viewer, `/api/uploads/${id}`, { id }));
const end = async (viewer: Viewer, id: string) =>
  read(await world.send(finish, viewer, `/api/uploads/${id}/finish`, { id }, { method: 'POST' }));
const cancel = (viewer: Viewer, id: string) =>
  world.send(piece, viewer, `/api/uploads/${id}`, { id }, { method: 'DELETE' });

const pieces = () => {
  const folder = join(world.scope().tempDir, 'pieces');
  return existsSync(folder) ? readdirSync(folder) : [];
};
const publishWith = async (viewer: Viewer, key: string) => {
  const parts: Part[] = [
    ['title', 'Sent in pieces'],
    ['category', 'training'],
    ['kept', key],
  ];
  return (await world.send(upload, viewer, '/upload', {}, form(parts))).status;
};

/** A body that breaks off once its bytes were taken, as a lost connection does. */
function brokenAfter(bytes: Uint8Array) {
  let isSent = false;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) return controller.error(new Error('gone'));
      isSent = true;
      controller.enqueue(bytes);
    },
  });
}

describe('a file in pieces', () => {
  test('arrives, is made ready, waits for its form and is published', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const begun = await start(viewer, bytes);
    expect(begun).toMatchObject({ status: 201, offset: 0, key: null });
    expect(await send(viewer, begun.id, 0, bytes.slice(0, 1000))).toMatchObject({
      status: 200,
      offset: 1000,
    });
    expect((await end(viewer, begun.id)).status).toBe(409);
    expect((await send(viewer, begun.id, 1000, bytes.slice(1000))).offset).toBe(bytes.length);
    const { status, key } = await end(viewer, begun.id);
    expect([status, key?.length]).toEqual([200, 32]);
    expect((await end(viewer, begun.id)).key).toBe(key);
    expect(pieces()).toEqual([]);
    const page = await (await world.send(uploadPage, viewer, '/upload')).json();
    expect((page as { waiting: object[] }).waiting).toMatchObject([{ key }]);
    expect(await publishWith(viewer, key ?? '')).toBe(303);
    const made = await row(
      world.em(),
    )`select width, bytes from media where key = ${key} and content_id is not null`;
    expect(made).toEqual({ width: 900, bytes: bytes.length });
  });

  test('goes on where it broke off, also after the same file was chosen again', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    expect(await send(viewer, id, 0, brokenAfter(bytes.slice(0, 777)))).toMatchObject({ offset: 777 });
    const again = await start(viewer, bytes);
    expect(again).toMatchObject({ status: 200, id, offset: 777 });
    expect(await start(viewer, bytes, { modified: 8 })).toMatchObject({ status: 201, offset: 0 });
    await send(viewer, id, 777, bytes.slice(777));
    const { key } = await end(viewer, id);
    expect(key).toHaveLength(32);
    // Made ready and not yet published: chosen once more, nothing is sent.
    expect(await start(viewer, bytes)).toMatchObject({ status: 200, id, key });
  });

  test('a piece that belongs elsewhere, or a second one at once, is told where to begin', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    await send(viewer, id, 0, bytes.slice(0, 500));
    expect(await send(viewer, id, 0, bytes.slice(0, 500))).toMatchObject({ status: 409, offset: 500 });
    expect(await send(viewer, id, 900, bytes.slice(900))).toMatchObject({ status: 409, offset: 500 });
    const many = await Promise.all(
      Array.from({ length: 6 }, () => send(viewer, id, 500, bytes.slice(500, 1500))),
    );
    const told = many.map(({ status }) => status);
    expect(told.filter((status) => status === 200)).toHaveLength(1);
    // Of those that come while two others are under way, some find no place at all.
    expect(told.filter((status) => ![200, 409, 429].includes(status))).toEqual([]);
    expect((await far(viewer, id)).offset).toBe(1500);
    await send(viewer, id, 1500, bytes.slice(1500));
    const ends = await Promise.all([end(viewer, id), end(viewer, id), end(viewer, id)]);
    expect(ends.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await row(world.em())`select count(*)::int as n from media where owner_id = ${viewer.id}`).toEqual(
      { n: 1 },
    );
  });

  test('a writer that died keeps nobody waiting longer than its lease', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    await row(world.em())`update begun_uploads set writer = 'dead',
      writer_until = ${new Date(world.clock.at.getTime() + 30_000)} where id = ${id}`;
    expect((await send(viewer, id, 0, bytes)).status).toBe(409);
    world.clock.at = new Date(world.clock.at.getTime() + 30_001);
    expect((await send(viewer, id, 0, bytes)).status).toBe(200);
  });

  test('bytes that are not on the disk any more are asked for again', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    await send(viewer, id, 0, bytes.slice(0, 2000));
    truncateSync(join(world.scope().tempDir, 'pieces', id), 900);
    expect((await far(viewer, id)).offset).toBe(900);
    expect((await send(viewer, id, 900, bytes.slice(900))).offset).toBe(bytes.length);
    expect((await end(viewer, id)).status).toBe(200);
  });

  test('is its owner’s alone', async () => {
    const bytes = await sound();
    const [owner, other] = [await world.person(), await world.person()];
    const { id } = await start(owner, bytes);
    expect((await far(other, id)).status).toBe(404);
    expect((await send(other, id, 0, bytes)).status).toBe(404);
    expect((await end(other, id)).status).toBe(404);
    await cancel(other, id);
    expect((await far(owner, id)).status).toBe(200);
    expect((await start(null, bytes)).status).toBe(401);
  });

  test('cancelled, it leaves nothing; finished and cancelled neither', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    await send(viewer, id, 0, bytes);
    const { key } = await end(viewer, id);
    expect((await cancel(viewer, id)).status).toBe(204);
    expect((await cancel(viewer, id)).status).toBe(204);
    expect((await far(viewer, id)).status).toBe(404);
    expect(await row(world.em())`select 1 from media where key = ${key}`).toBeNull();
    const second = await start(viewer, bytes);
    await send(viewer, second.id, 0, bytes.slice(0, 10));
    await cancel(viewer, second.id);
    expect(pieces().includes(second.id)).toBe(false);
  });
});

describe('what no upload could bring', () => {
  test.each<[string, object, RegExp]>([
    ['nothing', { bytes: 0, head: '' }, /is empty/],
    ['a text', { head: Buffer.from('<html></html>').toString('hex') }, /not a picture or video we can read/],
    ['a picture of 10 MB and a byte', { bytes: 10 * 1024 ** 2 + 1 }, /^File Too Large: .*smaller than 10MB/],
    [
      'a film of 100 MB and a byte',
      { bytes: 100 * 1024 ** 2 + 1, head: '1a45dfa30000000000000000' },
      /^File Too Large: .*smaller than 100MB/,
    ],
    [
      'a film where a picture belongs',
      { head: '1a45dfa30000000000000000', onlyPictures: true },
      /select an image/,
    ],
  ])('[C9.1] [C9.2] %s is refused before it is sent', async (_, facts, message) => {
    const answer = await start(await world.person(), await sound(), facts);
    expect(answer.status).toBe(422);
    expect(answer.errors.files?.[0]).toMatch(message);
    expect(pieces().length).toBeLessThan(100);
  });

  test('[C9.1] [C9.2] a picture of 10 MB and a film of 100 MB may begin', async () => {
    const viewer = await world.person();
    for (const facts of [
      { bytes: 10 * 1024 ** 2 },
      { bytes: 100 * 1024 ** 2, head: '1a45dfa30000000000000000', name: 'roll.webm' },
    ]) {
      const { id, status } = await start(viewer, await sound(), facts);
      expect(status).toBe(201);
      await cancel(viewer, id);
    }
  });

  test('a name is shown, never a path, and 5,000 letters of it are no trouble', async () => {
    const viewer = await world.person();
    for (const [name, shown] of [
      ['../../etc/passwd', 'passwd'],
      ['x'.repeat(5000), 'x'.repeat(100)],
      ['..', 'file'],
      ['C:\\films\\a\u202eb.mp4', 'ab.mp4'],
    ]) {
      const { id } = await start(viewer, await sound(), { name });
      expect(await far(viewer, id)).toMatchObject({ name: shown });
      await cancel(viewer, id);
    }
  });

  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>, RegExp]>([
    ['cut in the middle', async () => (await sound()).slice(0, 1200), /damaged or incomplete/],
    ['30,000 × 30,000 pixels', async () => pngBomb(), /50 million pixels/],
    [
      'a picture only by its first bytes',
      async () => {
        const lie = Buffer.alloc(4000, '<script>');
        lie.set((await sound()).slice(0, 16));
        return lie;
      },
      /not a picture|damaged/,
    ],
  ])('%s: told at the end, and forgotten', async (_, make, message) => {
    const viewer = await world.person();
    const bytes = await make();
    const { id } = await start(viewer, bytes);
    await send(viewer, id, 0, bytes);
    const answer = await end(viewer, id);
    expect(answer.status).toBe(422);
    expect(answer.errors.files?.[0]).toMatch(message);
    expect((await far(viewer, id)).status).toBe(404);
    expect(pieces().includes(id)).toBe(false);
    expect(await row(world.em())`select 1 from media where owner_id = ${viewer.id}`).toBeNull();
  });

  test('more bytes than were announced, no offset, another type', async () => {
    const viewer = await world.person();
    const bytes = await sound();
    const { id } = await start(viewer, bytes);
    expect((await send(viewer, id, 0, new Uint8Array([...bytes, 1, 2, 3]))).status).toBe(413);
    expect((await send(viewer, id, Number.NaN, bytes)).status).toBe(422);
    expect((await send(viewer, id, 0, bytes, 'text/plain')).status).toBe(415);
    expect((await send(viewer, 'f'.repeat(32), 0, bytes)).status).toBe(404);
    expect((await far(viewer, id)).offset).toBe(bytes.length);
  });
});

test('a full disk answers 507 and takes nothing back: with room again it goes on', async () => {
  const viewer = await world.person();
  const bytes = await sound();
  const { id } = await start(viewer, bytes);
  await send(viewer, id, 0, bytes.slice(0, 600));
  const path = join(world.scope().tempDir, 'pieces', id);
  const { copyFileSync } = await import('node:fs');
  copyFileSync(path, `${path}-aside`);
  rmSync(path);
  symlinkSync('/dev/full', path);
  const scope = world.member(viewer);
  const body = new Blob([bytes.slice(600)]).stream() as ReadableStream<Uint8Array>;
  await row(world.em())`update begun_uploads set arrived = 0 where id = ${id}`;
  await expect(addPiece(scope, id, { offset: 0, body })).rejects.toMatchObject({ code: 'ENOSPC' });
  const refused = await send(viewer, id, 0, bytes);
  expect(refused.status).toBe(507);
  expect(refused.message).toMatch(/disk is full/);
  rmSync(path);
  copyFileSync(`${path}-aside`, path);
  await row(world.em())`update begun_uploads set arrived = 600 where id = ${id}`;
  expect((await send(viewer, id, 600, bytes.slice(600))).status).toBe(200);
  expect((await end(viewer, id)).status).toBe(200);
});
