import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { form, type Part, picture } from '../../../../tests/support/media/upload-form.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { action as pictureForm } from '../../identity/profile/picture.page.tsx';
import { action as removePicture } from '../../identity/profile/remove-picture.action.ts';
import { action as deleteItem } from '../../library/authoring/delete.page.tsx';
import { action as upload } from '../../library/authoring/upload.page.tsx';
import { sweepUploads } from '../uploads/sweep.server.ts';

/** Removing files while their folder is missing: the member gets an answer, and the sweep removes them later. */
const world = testWorld();

/** Where the media folder is moved to while it is missing. */
let away: string | null = null;
/** A new scope makes its folder again, so this comes after the last one of the test. */
function takeAway(how: 'replaced by a file' | 'not there') {
  const folder = join(dirname(world.scope().tempDir), 'media');
  renameSync(folder, `${folder}-aside`);
  if (how === 'replaced by a file') writeFileSync(folder, 'no folder');
  away = folder;
}
function bringBack() {
  if (!away) return;
  rmSync(away, { recursive: true, force: true });
  renameSync(`${away}-aside`, away);
  away = null;
}
afterEach(bringBack);

const mediaOf = ({ id }: Viewer) =>
  rows<{ key: string; status: string }>(world.em())`
    select key, status from media where owner_id = ${id} order by id`;
const sweep = () => {
  const { media, tempDir } = world.scope();
  return sweepUploads(world.systemContext(), { media, tempDir });
};

async function goesLater(viewer: Viewer) {
  const [left] = (await mediaOf(viewer)).filter(({ status }) => status === 'removed');
  expect(left).toBeDefined();
  bringBack();
  const { media } = world.scope();
  expect(await media.stat(left?.key ?? '', '320.jpg')).not.toBeNull();
  expect(await sweep()).toMatchObject({ removed: 1, failed: 0 });
  expect(await media.stat(left?.key ?? '', '320.jpg')).toBeNull();
  expect((await mediaOf(viewer)).map(({ key }) => key)).not.toContain(left?.key);
}

test('an item can be deleted while the media folder is replaced by a file', async () => {
  const viewer = await world.person();
  const words: Part[] = [
    ['title', 'Knee cut'],
    ['category', 'training'],
    ['files', await picture(), 'a.png'],
  ];
  expect((await world.send(upload, viewer, '/upload', {}, form(words))).status).toBe(303);
  const item = await row<{ id: number }>(world.em())`select id from content where creator_id = ${viewer.id}`;
  const id = String(item?.id);
  takeAway('replaced by a file');
  const answer = await world.send(deleteItem, viewer, `/content/${id}/delete`, { id }, formPost({}));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/studio/content']);
  expect(await row(world.em())`select 1 from content where id = ${item?.id}`).toBeNull();
  await goesLater(viewer);
});

test('a profile picture can be removed while the media folder is replaced by a file', async () => {
  const viewer = await world.person();
  const sent = form([['picture', await picture(), 'me.png']]);
  expect((await world.send(pictureForm, viewer, '/profile/picture', {}, sent)).status).toBe(303);
  takeAway('replaced by a file');
  const answer = await world.send(removePicture, viewer, '/profile/picture/remove', {}, formPost({}));
  expect(answer.status).toBe(303);
  await goesLater(viewer);
});

test('files that cannot be removed while the folder is missing are removed later', async () => {
  const viewer = await world.person();
  await world.send(upload, viewer, '/upload', {}, form([['files', await picture(), 'a.png']]));
  await row(world.em())`update media set status = 'removed' where owner_id = ${viewer.id}`;
  const { media, tempDir } = world.scope();
  takeAway('not there');
  expect(await sweepUploads(world.systemContext(), { media, tempDir })).toMatchObject({
    removed: 0,
    failed: 1,
  });
  await goesLater(viewer);
});
