import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inChunks, sound } from '../../../../tests/support/media/chunks.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as page from './edit-media.page.tsx';
import { action as move } from './move-media.action.ts';
import { action as remove } from './remove-media.action.ts';

const world = testWorld();

/** An item with `count` pictures, by their ids in order. */
async function itemWith(viewer: Viewer, count: number) {
  const id = await world.item({ creator: viewer.id });
  const files: number[] = [];
  for (let position = 0; position < count; position += 1) {
    const made = await row<{ id: number }>(world.em())`
      insert into media (key, owner_id, content_id, position, kind, status, mime, width, height, bytes, color)
      values (${randomBytes(16).toString('hex')}, ${viewer.id}, ${id}, ${position}, 'image', 'ready', 'image/png',
        640, 480, 9, '#aabbcc') returning id`;
    files.push(made?.id ?? 0);
  }
  return { id, files };
}

const order = async (id: number) =>
  (
    await rows<{ id: number }>(world.em())`
      select id from media where content_id = ${id} and status = 'ready' order by position, id`
  ).map((each) => each.id);

const press = (
  action: typeof move,
  viewer: Viewer | null,
  { id, mediaId, ...fields }: { id: number; mediaId: number; step?: string; back?: string },
) =>
  world.send(
    action,
    viewer,
    `/content/${id}/media/${mediaId}/x`,
    { id: String(id), mediaId: String(mediaId) },
    formPost(fields),
  );

const png = async (width = 64) =>
  new Uint8Array(
    await sharp({ create: { width, height: 48, channels: 3, background: '#8a5' } })
      .png()
      .toBuffer(),
  );

function add(viewer: Viewer, id: number, files: Uint8Array<ArrayBuffer>[], attempt = '') {
  const body = new FormData();
  body.append('attempt', attempt);
  for (const [index, bytes] of files.entries()) body.append('files', new Blob([bytes]), `file-${index}.png`);
  return world.send(
    page.action,
    viewer,
    `/content/${id}/edit/media`,
    { id: String(id) },
    { method: 'POST', body },
  );
}

describe('the order', () => {
  test('changes by plain buttons; the first file is the cover, and the ends do not wrap', async () => {
    const viewer = await world.person();
    const {
      id,
      files: [a = 0, b = 0, c = 0],
    } = await itemWith(viewer, 3);
    const back = `/content/${id}/edit/media#media-${c}`;
    const answer = await press(move, viewer, { id, mediaId: c, step: 'first', back });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, back]);
    expect(await order(id)).toEqual([c, a, b]);
    await press(move, viewer, { id, mediaId: c, step: 'later' });
    expect(await order(id)).toEqual([a, c, b]);
    await press(move, viewer, { id, mediaId: b, step: 'earlier' });
    expect(await order(id)).toEqual([a, b, c]);
    await press(move, viewer, { id, mediaId: c, step: 'later' });
    await press(move, viewer, { id, mediaId: a, step: 'earlier' });
    expect(await order(id)).toEqual([a, b, c]);
  });

  test('survives twenty presses at once', async () => {
    const viewer = await world.person();
    const { id, files } = await itemWith(viewer, 5);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        press(move, viewer, { id, mediaId: files[n % 5] ?? 0, step: n % 2 ? 'earlier' : 'later' }),
      ),
    );
    expect((await order(id)).toSorted()).toEqual(files);
    const places = await rows<{ position: number }>(world.em())`
      select position from media where content_id = ${id} order by position`;
    expect(places.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('taking away', () => {
  test('deletes the file, but never the last one', async () => {
    const viewer = await world.person();
    const {
      id,
      files: [a = 0, b = 0],
    } = await itemWith(viewer, 2);
    expect((await press(remove, viewer, { id, mediaId: a })).status).toBe(303);
    expect(await order(id)).toEqual([b]);
    expect(await row(world.em())`select 1 from media where id = ${a}`).toBeNull();
    const last = await press(remove, viewer, { id, mediaId: b });
    const toast = await world.context().cookies.flash.parse(last.headers.get('set-cookie'));
    expect(toast).toMatchObject({
      kind: 'error',
      text: expect.stringContaining('at least one picture or video'),
    });
    expect(await order(id)).toEqual([b]);
  });

  test('is refused once the item has buyers', async () => {
    const viewer = await world.person({ plan: 'vip' });
    const {
      id,
      files: [a = 0, b = 0],
    } = await itemWith(viewer, 2);
    await world.bought(await world.person(), id);
    await press(remove, viewer, { id, mediaId: a });
    expect(await order(id)).toEqual([a, b]);
  });

  test('two removals of two files at once leave one', async () => {
    const viewer = await world.person();
    const { id, files } = await itemWith(viewer, 2);
    await Promise.all(files.map((mediaId) => press(remove, viewer, { id, mediaId })));
    expect(await order(id)).toHaveLength(1);
  });
});

describe('adding', () => {
  test('adds valid files behind the others and names the invalid ones', async () => {
    const viewer = await world.person();
    const {
      id,
      files: [a = 0],
    } = await itemWith(viewer, 1);
    const answer = await add(viewer, id, [await png(), new TextEncoder().encode('hello'), await png(70)]);
    expect(answer.status).toBe(422);
    const { form } = (await answer.json()) as { form: { error: { files: string[] } } };
    expect(form.error.files).toHaveLength(1);
    expect(form.error.files[0]).toMatch(/^file-1\.png/);
    expect((await order(id))[0]).toBe(a);
    expect(await order(id)).toHaveLength(3);
    expect((await add(viewer, id, [await png()])).status).toBe(303);
    expect(await order(id)).toHaveLength(4);
    expect((await add(viewer, id, [])).status).toBe(422);
    expect(readdirSync(world.scope().tempDir)).toEqual([]);
  });

  test('goes to the end, also after files were taken out before', async () => {
    const viewer = await world.person();
    const { id, files } = await itemWith(viewer, 3);
    for (const mediaId of files.slice(0, 2)) await press(remove, viewer, { id, mediaId });
    expect((await add(viewer, id, [await png()])).status).toBe(303);
    const [first, second] = await order(id);
    expect([first, (second ?? 0) > (files[2] ?? 0)]).toEqual([files[2], true]);
  });

  test('stops at twenty, and the files that do not fit are not kept', async () => {
    const viewer = await world.person();
    const { id } = await itemWith(viewer, 19);
    const answer = await add(viewer, id, [await png(), await png()]);
    expect([answer.status, await order(id)]).toMatchObject([422, { length: 20 }]);
    expect(
      await row(world.em())`
      select count(*)::int as n from media where owner_id = ${viewer.id}`,
    ).toEqual({ n: 20 });
  });
});

test('a form sent three times, at once or one after another, adds its files once', async () => {
  const viewer = await world.person();
  const { id } = await itemWith(viewer, 1);
  const file = await png();
  for (const { status } of await Promise.all([1, 2, 3].map(() => add(viewer, id, [file], 'one'))))
    expect([303, 429]).toContain(status);
  expect((await add(viewer, id, [file], 'one')).status).toBe(303);
  expect(await order(id)).toHaveLength(2);
  expect(await row(world.em())`select count(*)::int as n from media where owner_id = ${viewer.id}`).toEqual({
    n: 2,
  });
  // Other files, or the same ones from a page that was opened again.
  expect((await add(viewer, id, [file, await png(70)], 'one')).status).toBe(303);
  expect((await add(viewer, id, [file], 'two')).status).toBe(303);
  expect(await order(id)).toHaveLength(5);
});

test('a form with a resumable upload, sent twice, adds it once', async () => {
  const viewer = await world.person();
  const { id } = await itemWith(viewer, 1);
  const { start, send, end } = inChunks(world);
  const bytes = await sound();
  const begun = await start(viewer, bytes);
  await send(viewer, begun.id, 0, bytes);
  const { key } = await end(viewer, begun.id);
  const body = new FormData();
  body.append('attempt', 'in chunks');
  body.append('kept', key ?? '');
  const pressAdd = async () => {
    const init = { method: 'POST', body };
    return (await world.send(page.action, viewer, `/content/${id}/edit/media`, { id: String(id) }, init))
      .status;
  };
  expect([await pressAdd(), await pressAdd()]).toEqual([303, 303]);
  expect(await order(id)).toHaveLength(2);
  // A request that added nothing still says so.
  body.set('attempt', 'another');
  expect(await pressAdd()).toBe(422);
});

test('a button pressed twice says, on the page where it was shown, that the file is gone', async () => {
  const viewer = await world.person();
  const { id, files } = await itemWith(viewer, 3);
  const pressed = { id, mediaId: files[1] ?? 0, step: 'later', back: `/content/${id}/edit/media` };
  await press(remove, viewer, pressed);
  for (const action of [remove, move]) {
    const answer = await press(action, viewer, pressed);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, pressed.back]);
    const toast = await world.context().cookies.flash.parse(answer.headers.get('set-cookie'));
    expect(toast).toMatchObject({ kind: 'error', text: 'This no longer exists.' });
  }
});

test('members cannot change the files of others, or those of another item', async () => {
  const [viewer, other] = [await world.person(), await world.person()];
  const mine = await itemWith(viewer, 2);
  const theirs = await itemWith(other, 2);
  const mediaId = theirs.files[0] ?? 0;
  for (const action of [move, remove]) {
    const back = '/studio/content';
    const answer = await press(action, viewer, { id: theirs.id, mediaId, step: 'later', back });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, back]);
    expect((await press(action, viewer, { id: mine.id, mediaId, step: 'later' })).status).toBe(404);
    const visitor = await press(action, null, { id: mine.id, mediaId: mine.files[0] ?? 0, step: 'later' });
    expect(visitor.headers.get('location')).toMatch(/^\/auth/);
  }
  expect((await add(viewer, theirs.id, [await png()])).status).toBe(403);
  expect(await order(theirs.id)).toEqual(theirs.files);
  expect(await order(mine.id)).toEqual(mine.files);
});
