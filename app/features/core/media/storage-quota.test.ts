import { afterEach, expect, test } from 'vitest';
import { untilLocked } from '../../../../tests/support/database/waiting.ts';
import { form, type Part, picture } from '../../../../tests/support/media/upload-form.ts';
import { row } from '../../../../tests/support/sql.ts';
import { jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { loader as studioUpload } from '../../library/authoring/single-image.page.tsx';
import { action as upload, loader as uploadPage } from '../../library/authoring/upload.page.tsx';
import { action as contentCall } from '../../library/catalog/content.api.ts';
import { action as begin } from '../uploads/begin-upload.api.ts';
import { beginUpload, cancelUpload } from '../uploads/chunks.server.ts';
import { assertAnnouncedFits, fitsOnDisk, storageQuota } from './storage-quota.server.ts';

const world = testWorld();
afterEach(() => {
  world.quota.bytes = null;
});

const megabyte = 1_000_000;
const words: Part[] = [
  ['title', 'Fits'],
  ['category', 'training'],
];
const send = async (viewer: Viewer, names: string[]) =>
  world.send(
    upload,
    viewer,
    '/upload',
    {},
    form([
      ...words,
      ...(await Promise.all(names.map(async (name): Promise<Part> => ['files', await picture(), name]))),
    ]),
  );
const video = (name: string, bytes: number) => ({
  name,
  bytes,
  modified: 1,
  head: '1a45dfa30000000000000000',
  onlyPictures: false,
  onPhone: false,
});
const reserve = (viewer: Viewer, name: string, bytes: number) =>
  beginUpload(world.member(viewer), video(name, bytes));
const used = async (viewer: Viewer) => (await storageQuota(world.member(viewer))).usedBytes;

test('kept and reserved bytes count; removing, cancelling and finishing free them', async () => {
  const viewer = await world.person();
  const size = (await picture()).size;
  await send(viewer, ['a.png']);
  expect(await used(viewer)).toBe(size);
  const { id } = await reserve(viewer, 'a.webm', 5 * megabyte);
  expect(await used(viewer)).toBe(size + 5 * megabyte);
  await cancelUpload(world.member(viewer), id);
  await row(world.em())`update media set status = 'removed' where owner_id = ${viewer.id}`;
  expect(await used(viewer)).toBe(0);
});

test('of ten uploads at once only as many begin as fit', async () => {
  world.quota.bytes = 35 * megabyte;
  const viewer = await world.person();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => reserve(viewer, `${n}.webm`, 10 * megabyte)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await used(viewer)).toBe(30 * megabyte);
});

test('of two forms at once with room for one, one stores its file and the other is refused', async () => {
  const size = (await picture()).size;
  world.quota.bytes = 2 * size - 1;
  const viewer = await world.person();
  const { both } = await world.em().transactional(async (em) => {
    // Files can be counted but not stored, until both forms wait.
    await row(em)`lock table media in share mode`;
    const both = Promise.all([send(viewer, ['a.png']), send(viewer, ['b.png'])]);
    await untilLocked(em, 2);
    return { both };
  });
  const statuses = (await both).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([303, 422]);
  expect(await used(viewer)).toBe(size);
});

test('the refusal says how much is used, to programs too, and does not affect other members', async () => {
  world.quota.bytes = 20 * megabyte;
  const viewer = await world.person();
  await reserve(viewer, 'a.webm', 15 * megabyte);
  const answer = await world.send(
    begin,
    viewer,
    '/api/uploads',
    {},
    jsonCall('POST', video('b.webm', 6 * megabyte)),
  );
  expect(answer.status).toBe(413);
  expect(((await answer.json()) as { message: string }).message).toBe(
    'There is no room left for this: you use 15 MB of your 20 MB. Delete what you no longer need, then send it again.',
  );
  await reserve(await world.person(), 'b.webm', 6 * megabyte);
});

test('a form beyond the quota: files that fit are kept, the others are named, and the form can be corrected', async () => {
  const size = (await picture()).size;
  world.quota.bytes = 2 * size + 10;
  const viewer = await world.person();
  const answer = await send(viewer, ['a.png', 'b.png', 'c.png']);
  expect(answer.status).toBe(422);
  const { form: shown } = (await answer.json()) as { form: { error: Record<string, string[]> } };
  expect(shown.error.files).toEqual([expect.stringMatching(/^There is no room left for this: you use /)]);
  const waiting = await row(world.em())`select count(*)::int as n from media where owner_id = ${viewer.id}`;
  expect(waiting).toEqual({ n: 2 });
});

test('a body that cannot fit is refused before it is read; a refused call leaves no file', async () => {
  world.quota.bytes = megabyte;
  const viewer = await world.person();
  const init = form([...words, ['files', await picture(), 'a.png']]);
  const tooMuch = { ...init, headers: { 'content-length': '99000000' } };
  for (const edge of [upload, contentCall])
    expect((await world.send(edge, viewer, '/upload', {}, tooMuch)).status).toBe(413);
  expect(await used(viewer)).toBe(0);
});

test('a full disk is reported to every member as the site’s fault', async () => {
  await expect(assertAnnouncedFits(world.scope(await world.person()), 9e15)).rejects.toMatchObject({
    status: 507,
  });
});

test('a disk without free space refuses even an empty file: the database needs room of its own', async () => {
  const { tempDir } = world.scope();
  // The kernel says of this folder that it has no room at all.
  expect([await fitsOnDisk('/proc', 0), await fitsOnDisk(tempDir, 0)]).toEqual([false, true]);
});

test('both upload pages say how much is used', async () => {
  world.quota.bytes = 10_000 * megabyte;
  const viewer = await world.person();
  await reserve(viewer, 'a.webm', 5 * megabyte);
  for (const page of [uploadPage, studioUpload]) {
    const { quota } = (await (await world.send(page, viewer, '/upload')).json()) as { quota: object };
    expect(quota).toEqual({ usedBytes: 5 * megabyte, quotaBytes: 10_000 * megabyte });
  }
});
