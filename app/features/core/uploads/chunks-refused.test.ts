import { copyFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inChunks, sound } from '../../../../tests/support/media/chunks.ts';
import { pngBomb } from '../../../../tests/support/media/sample-files.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { contentLimits } from '../../../domain/content-limits.ts';
import { addChunk } from './chunks.server.ts';

const world = testWorld();
const { start, send, far, end, cancel, chunks } = inChunks(world);

describe('what a resumable upload refuses', () => {
  test.each<[string, object, RegExp]>([
    ['nothing', { bytes: 0, head: '' }, /is empty/],
    ['a text', { head: Buffer.from('<html></html>').toString('hex') }, /not a picture or video we can read/],
    ['a picture of 10 MB and a byte', { bytes: 10 * 1024 ** 2 + 1 }, /^File Too Large: .*smaller than 10MB/],
    [
      'a video of 100 MB and a byte',
      { bytes: 100 * 1024 ** 2 + 1, head: '1a45dfa30000000000000000' },
      /^File Too Large: .*smaller than 100MB/,
    ],
    [
      'a video where a picture belongs',
      { head: '1a45dfa30000000000000000', onlyPictures: true },
      /select an image/,
    ],
  ])('[C9.1] [C9.2] %s is refused before it is sent', async (_, facts, message) => {
    const answer = await start(await world.person(), await sound(), facts);
    expect(answer.status).toBe(422);
    expect(answer.errors.files?.[0]).toMatch(message);
    expect(chunks().length).toBeLessThan(100);
  });

  test('[C9.1] [C9.2] a picture of 10 MB and a video of 100 MB may begin', async () => {
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

  test('a file’s name is shown without its path, and cut when it has 5,000 letters', async () => {
    const viewer = await world.person();
    for (const [name, shown] of [
      ['../../etc/passwd', 'passwd'],
      ['x'.repeat(5000), 'x'.repeat(100)],
      ['..', 'file'],
      ['C:\\videos\\a\u202eb.mp4', 'ab.mp4'],
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
  ])('%s: refused at the end, and deleted', async (_, make, message) => {
    const viewer = await world.person();
    const bytes = await make();
    const { id } = await start(viewer, bytes);
    await send(viewer, id, 0, bytes);
    const answer = await end(viewer, id);
    expect(answer.status).toBe(422);
    expect(answer.errors.files?.[0]).toMatch(message);
    expect((await far(viewer, id)).status).toBe(404);
    expect(chunks().includes(id)).toBe(false);
    expect(await row(world.em())`select 1 from media where owner_id = ${viewer.id}`).toBeNull();
  });

  test('a complete file that is of no use is refused in the words of its screen', async () => {
    const viewer = await world.person();
    // A WebP by its first twelve bytes only.
    const bytes = new Uint8Array(4_000);
    bytes.set(Buffer.from('RIFF\x10\0\0\0WEBP', 'latin1'));
    const refusedFor = async (facts: object) => {
      const { id } = await start(viewer, bytes);
      await send(viewer, id, 0, bytes);
      return (await end(viewer, id, facts)).errors.files?.[0];
    };
    expect(await refusedFor({})).toBe('roll.png is not a picture or video we can read.');
    expect(await refusedFor({ onPhone: true })).toMatch(/^Invalid file type: Please select image files only/);
    expect(await refusedFor({ onlyPictures: true })).toMatch(/^Invalid File: Please select an image file/);
  });

  test('more bytes than announced, a missing offset, another type', async () => {
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

test('a member has forty unfinished uploads at most; cancelling one allows another', async () => {
  const viewer = await world.person();
  const bytes = await sound();
  const most = 2 * contentLimits.files;
  await row(world.em())`
    insert into upload_sessions (id, owner_id, name, fingerprint, bytes, touched_at)
    select md5(n::text), ${viewer.id}, n || '.png', 'x', 1000, ${world.clock.at} from generate_series(2, ${most}::int) n`;
  const { id, status } = await start(viewer, bytes);
  expect(status).toBe(201);
  const refused = await start(viewer, bytes, { name: 'another.png' });
  expect([refused.status, refused.message]).toEqual([
    429,
    expect.stringMatching(/^40 of your uploads are unfinished/),
  ]);
  await cancel(viewer, id);
  expect((await start(viewer, bytes, { name: 'another.png' })).status).toBe(201);
});

test('a full disk answers 507 and loses nothing: with free space the upload goes on', async () => {
  const viewer = await world.person();
  const bytes = await sound();
  const { id } = await start(viewer, bytes);
  await send(viewer, id, 0, bytes.slice(0, 600));
  const path = join(world.scope().tempDir, 'pieces', id);
  copyFileSync(path, `${path}-aside`);
  rmSync(path);
  symlinkSync('/dev/full', path);
  const scope = world.member(viewer);
  const body = new Blob([bytes.slice(600)]).stream() as ReadableStream<Uint8Array>;
  await row(world.em())`update upload_sessions set arrived = 0 where id = ${id}`;
  await expect(addChunk(scope, id, { offset: 0, body })).rejects.toMatchObject({ code: 'ENOSPC' });
  const refused = await send(viewer, id, 0, bytes);
  expect(refused.status).toBe(507);
  expect(refused.message).toMatch(/disk is full/);
  rmSync(path);
  copyFileSync(`${path}-aside`, path);
  await row(world.em())`update upload_sessions set arrived = 600 where id = ${id}`;
  expect((await send(viewer, id, 600, bytes.slice(600))).status).toBe(200);
  expect((await end(viewer, id)).status).toBe(200);
});
