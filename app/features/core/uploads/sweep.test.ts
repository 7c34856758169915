import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { form, type Part, picture } from '../../../../tests/support/media/upload-form.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { newMediaKey } from '../../../media/make.server.ts';
import type { MediaStore } from '../../../media/media.ts';
import type { Viewer } from '../../../scope.ts';
import { action as pictureForm } from '../../identity/profile/picture.page.tsx';
import { action as upload } from '../../library/authoring/upload.page.tsx';
import { sweepChunks, sweepStores, sweepUploads } from './sweep.server.ts';

const world = testWorld();
const hour = 3_600_000;
const later = (ms: number) => {
  world.clock.at = new Date(world.clock.at.getTime() + ms);
};
const sweeping = () => {
  const { media, tempDir } = world.scope();
  return { media, stores: [media], tempDir };
};
const sweep = () => sweepUploads(world.systemContext(), sweeping());
const compare = () => sweepStores(world.systemContext(), sweeping());
const nothing = { unfinished: 0, waiting: 0, abandoned: 0, removed: 0, failed: 0 };

async function waits(viewer: Viewer, also: Part[] = []): Promise<string> {
  const parts: Part[] = [['files', await picture(), 'a.png'], ...also];
  await world.send(upload, viewer, '/upload', {}, form(parts));
  const last = await row<{ key: string }>(world.em())`
    select key from media where owner_id = ${viewer.id} order by id desc limit 1`;
  return last?.key ?? '';
}
const published = (viewer: Viewer) =>
  waits(viewer, [
    ['title', 'Kept'],
    ['category', 'training'],
  ]);
const hasFile = async (key: string) => (await world.scope().media.stat(key, '320.jpg')) !== null;
const hasRow = async (key: string) =>
  (await row(world.em())`select 1 from media where key = ${key}`) !== null;

/** A file without a row, as a killed process leaves it. */
async function stranger(): Promise<string> {
  const key = newMediaKey();
  const { media, tempDir } = world.scope();
  mkdirSync(tempDir, { recursive: true });
  const path = join(tempDir, key);
  writeFileSync(path, 'bytes');
  await media.put(key, '320.jpg', path);
  return key;
}

beforeEach(async () => {
  later(100 * hour);
  await sweep();
  await row(world.em())`delete from media_suspects`;
});

describe('abandoned files', () => {
  test('a waiting file is deleted after a day; published, profile and featured pictures stay', async () => {
    const viewer = await world.person();
    const [forgotten, kept] = [await waits(viewer), await published(await world.person())];
    const face = await world.person();
    await world.send(
      pictureForm,
      face,
      '/profile/picture',
      {},
      form([['picture', await picture(), 'a.png']]),
    );
    const own = await row<{ key: string }>(world.em())`select key from media where owner_id = ${face.id}`;
    const card = await waits(await world.person({ isAdmin: true }));
    await row(world.em())`insert into featured (title, creator, image_key) values ('Card', 'Pat', ${card})`;
    later(23 * hour);
    expect(await sweep()).toEqual(nothing);
    later(2 * hour);
    expect((await sweep()).waiting).toBeGreaterThan(0);
    expect([await hasRow(forgotten), await hasFile(forgotten)]).toEqual([false, false]);
    for (const key of [kept, card, own?.key ?? ''])
      expect([await hasRow(key), await hasFile(key)]).toEqual([true, true]);
    expect(await sweep()).toEqual(nothing);
  });

  test('unfinished uploads and chunks without an upload are deleted after a day, never while being written', async () => {
    const viewer = await world.person();
    const { tempDir } = world.scope();
    const folder = join(tempDir, 'pieces');
    mkdirSync(folder, { recursive: true });
    const [quiet, busy, orphan] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [
      string,
      string,
      string,
    ];
    for (const id of [quiet, busy, orphan]) {
      writeFileSync(join(folder, id), 'half');
      utimesSync(join(folder, id), world.clock.at, world.clock.at);
    }
    for (const id of [quiet, busy])
      await row(
        world.em(),
      )`insert into upload_sessions (id, owner_id, name, fingerprint, bytes, arrived, touched_at)
        values (${id}, ${viewer.id}, 'a.mp4', ${id}, 100, 4, ${world.clock.at})`;
    later(25 * hour);
    await row(
      world.em(),
    )`update upload_sessions set writer = 'w', writer_until = ${new Date(world.clock.at.getTime() + 1000)}
      where id = ${busy}`;
    expect(await sweep()).toMatchObject({ unfinished: 1 });
    expect(readdirSync(folder)).toEqual([busy, orphan]);
    expect(await sweepChunks(world.systemContext(), tempDir)).toBe(1);
    expect(readdirSync(folder)).toEqual([busy]);
    later(hour);
    expect(await sweep()).toMatchObject({ unfinished: 1 });
    expect(existsSync(join(folder, busy))).toBe(false);
  });

  test('interrupted uploads and deletions are finished; two sweeps at once do not disturb each other', async () => {
    const viewer = await world.person();
    const [dead, marked] = [await published(viewer), await published(viewer)];
    await row(world.em())`update media set status = 'uploading', content_id = null where key = ${dead}`;
    await row(world.em())`update media set status = 'removed', content_id = null where key = ${marked}`;
    const together = await Promise.all([sweep(), sweep()]);
    expect(Math.max(...together.map(({ removed }) => removed))).toBe(1);
    expect(await hasFile(marked)).toBe(false);
    expect(await hasRow(dead)).toBe(true);
    later(25 * hour);
    await Promise.all([sweep(), sweep()]);
    expect([await hasRow(dead), await hasFile(dead)]).toEqual([false, false]);
  });

  test('a store that does not answer is tried again at the next sweep', async () => {
    const key = await published(await world.person());
    await row(world.em())`update media set status = 'removed', content_id = null where key = ${key}`;
    const { media, tempDir } = world.scope();
    const away: MediaStore = { ...media, remove: () => Promise.reject(new Error('away')) };
    const failures: [string, unknown][] = [];
    const onFailure = (key: string, error: unknown) => void failures.push([key, error]);
    const swept = await sweepUploads(world.systemContext(), { media: away, tempDir, onFailure });
    expect(swept).toMatchObject({ removed: 0, failed: 1 });
    expect(failures).toEqual([[key, new Error('away')]]);
    expect(await sweep()).toMatchObject({ removed: 1, failed: 0 });
  });
});

describe('stores and rows', () => {
  test('a file without a row is noted, and deleted when it is still without one a day later', async () => {
    const [key, known] = [await stranger(), await published(await world.person())];
    expect(await compare()).toMatchObject({ suspected: 1, removed: 0 });
    later(2 * hour);
    expect(await compare()).toMatchObject({ suspected: 1, removed: 0 });
    later(22 * hour);
    const both = await Promise.all([compare(), compare()]);
    expect(both.some(({ removed }) => removed === 1)).toBe(true);
    expect([await hasFile(key), await hasFile(known)]).toEqual([false, true]);
    expect(await compare()).toMatchObject({ suspected: 0, removed: 0 });
  });

  test('a row that is written in time keeps its file', async () => {
    const key = await stranger();
    await compare();
    later(25 * hour);
    const viewer = await world.person();
    await row(world.em())`insert into media
        (key, owner_id, kind, status, mime, width, height, bytes, color, created_at)
      values (${key}, ${viewer.id}, 'image', 'ready', 'image/png', 9, 9, 5, '#123456', ${world.clock.at})`;
    expect(await compare()).toMatchObject({ removed: 0 });
    expect(await hasFile(key)).toBe(true);
    expect(await rows(world.em())`select 1 from media_suspects where key = ${key}`).toEqual([]);
  });

  test('a medium that lost its files is reported on the second day, and stays', async () => {
    const viewer = await world.person();
    const key = await published(viewer);
    await world.scope().media.remove(key);
    later(25 * hour);
    expect((await compare()).lost).toEqual([]);
    later(25 * hour);
    expect((await compare()).lost).toEqual([key]);
    expect(await hasRow(key)).toBe(true);
  });

  test('a store that fails while it is listed has nothing deleted', async () => {
    const key = await stranger();
    await compare();
    later(25 * hour);
    const { media } = world.scope();
    const broken: MediaStore = {
      ...media,
      async *list() {
        yield* media.list();
        throw new Error('away');
      },
    };
    await expect(sweepStores(world.systemContext(), { media, stores: [broken] })).rejects.toThrow('away');
    expect(await hasFile(key)).toBe(true);
  });
});
