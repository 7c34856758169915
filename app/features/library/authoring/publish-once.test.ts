import { describe, expect, test } from 'vitest';
import { untilLocked } from '../../../../tests/support/database/waiting.ts';
import { form, type Part, picture } from '../../../../tests/support/media/upload-form.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { action as contentCall } from '../catalog/content.api.ts';
import { action as makeCard } from '../featured/new.page.tsx';
import { action as deleteItem } from './delete.page.tsx';
import { publishCall } from './publish-form.server.ts';
import { action as singleImage } from './single-image.page.tsx';
import { action as upload } from './upload.page.tsx';

const world = testWorld();

const words = (attempt: string, more: Part[] = []): Part[] => [
  ['attempt', attempt],
  ['title', 'Knee cut'],
  ['category', 'training'],
  ...more,
];
const items = (viewer: Viewer) =>
  rows<{ id: number }>(world.em())`select id from content where creator_id = ${viewer.id} order by id`;
const filesOf = (viewer: Viewer) =>
  rows<{ contentId: number | null }>(world.em())`
    select content_id as "contentId" from media where owner_id = ${viewer.id} and status = 'ready'`;

describe.each([
  ['the technique form', upload, '/upload', 'files'],
  ['the single-image form', singleImage, '/studio/upload', 'image'],
  ['the call', contentCall, '/api/content', 'files'],
] as const)('%s', (_name, to, path, field) => {
  const press = async (viewer: Viewer, parts: Part[], file: Blob, name = 'a.png') =>
    (await world.send(to, viewer, path, {}, form([...parts, [field, file, name]]))).status;
  const done = to === contentCall ? 201 : 303;
  const again = to === contentCall ? 200 : 303;

  test('a form sent three times, one after another or at once, publishes one item', async () => {
    const viewer = await world.person();
    const one = await picture();
    expect(await press(viewer, words('first'), one)).toBe(done);
    expect(await press(viewer, words('first'), one)).toBe(again);
    expect(await items(viewer)).toHaveLength(1);
    const atOnce = await Promise.all([1, 2, 3].map(() => press(viewer, words('second'), one)));
    // A third upload at once may be refused for its number.
    for (const status of atOnce) expect([done, again, 429]).toContain(status);
    const made = await items(viewer);
    expect(made).toHaveLength(2);
    expect((await filesOf(viewer)).map(({ contentId }) => contentId).sort()).toEqual(
      made.map(({ id }) => id),
    );
  });

  test('other words, other files or another form make another item', async () => {
    const viewer = await world.person();
    const [one, other] = [await picture(), await picture(500, 400)];
    expect(await press(viewer, words('same'), one)).toBe(done);
    expect(await press(viewer, words('same', [['description', 'Head low']]), one)).toBe(done);
    expect(await press(viewer, words('same'), other)).toBe(done);
    expect(await press(viewer, words('same'), one, 'b.png')).toBe(done);
    expect(await press(viewer, words('new'), one)).toBe(done);
    expect(await press(viewer, words(''), one)).toBe(done);
    expect(await press(viewer, words(''), one)).toBe(done);
    expect(await items(viewer)).toHaveLength(7);
    // Of the same name and size, as some cameras write them.
    const padded = (file: Blob, sign: string) => new Blob([file, sign.repeat(200_000)]);
    expect(await press(viewer, words('padded'), padded(one, 'a'))).toBe(done);
    expect(await press(viewer, words('padded'), padded(one, 'b'))).toBe(done);
    expect(await press(viewer, words('padded'), padded(one, 'b'))).toBe(again);
    expect(await items(viewer)).toHaveLength(9);
    const another = await world.person();
    expect(await press(another, words('same'), one)).toBe(done);
    expect(await items(another)).toHaveLength(1);
  });
});

test('a form sent again after its item was sold and deleted publishes a new one', async () => {
  const viewer = await world.person({ plan: 'vip' });
  const press = async () => {
    const parts: Part[] = words('back', [['files', await picture(), 'a.png']]);
    return (await world.send(upload, viewer, '/upload', {}, form(parts))).status;
  };
  expect(await press()).toBe(303);
  const [item] = await items(viewer);
  const id = String(item?.id);
  await world.bought(await world.person(), item?.id ?? 0);
  const gone = await world.send(deleteItem, viewer, `/content/${id}/delete`, { id }, formPost({}));
  expect(gone.status).toBe(303);
  expect([await press(), await press()]).toEqual([303, 303]);
  expect(await items(viewer)).toHaveLength(2);
  expect(new Set((await filesOf(viewer)).map(({ contentId }) => contentId)).size).toBe(2);
});

test('a second request whose files the first has just published returns the same item', async () => {
  const viewer = await world.person();
  await world.send(upload, viewer, '/upload', {}, form([['files', await picture(), 'a.png']]));
  const [waiting] = await rows<{ key: string }>(
    world.em(),
  )`select key from media where owner_id = ${viewer.id}`;
  const fields = new FormData();
  for (const [name, value] of words('race', [['kept', waiting?.key ?? '']])) fields.append(name, value);
  const member = world.member(viewer);
  const sent = { fields, files: [], surplus: 0, folder: member.tempDir };
  const [first, second] = await world.em().transactional(async (inside) => {
    await row(inside)`lock table media in access exclusive mode`;
    const later = publishCall(world.member(viewer), sent);
    // It has found no earlier item, and waits to look for its files.
    await untilLocked(inside);
    return [await publishCall({ ...member, em: inside }, sent), { later }] as const;
  });
  expect(first.isNew).toBe(true);
  expect(await second.later).toMatchObject({ id: first.id, isNew: false });
});

test('a refused form that is corrected publishes, and sending it again returns that item', async () => {
  const viewer = await world.person();
  const send = async (parts: Part[]) => (await world.send(upload, viewer, '/upload', {}, form(parts))).status;
  expect(
    await send([
      ['attempt', 'mended'],
      ['title', 'Knee cut'],
      ['files', await picture(), 'a.png'],
    ]),
  ).toBe(422);
  const [waiting] = await rows<{ key: string }>(
    world.em(),
  )`select key from media where owner_id = ${viewer.id}`;
  const mended: Part[] = words('mended', [['kept', waiting?.key ?? '']]);
  expect(await send(mended)).toBe(303);
  expect(await send(mended)).toBe(303);
  expect(await items(viewer)).toHaveLength(1);
});

test('an admin who sends the form three times makes one featured card', async () => {
  const admin = await world.person({ isAdmin: true });
  const press = async (attempt: string, title = 'Berimbolo') => {
    const parts: Part[] = [
      ['attempt', attempt],
      ['title', title],
      ['creator', 'Bia'],
      ['image', await picture(), 'a.png'],
    ];
    return (await world.send(makeCard, admin, '/admin/featured/new', {}, form(parts))).status;
  };
  const cards = () => rows(world.em())`select id from featured`;
  for (const status of await Promise.all([1, 2, 3].map(() => press('one'))))
    expect([303, 429]).toContain(status);
  expect(await cards()).toHaveLength(1);
  expect(await filesOf(admin)).toHaveLength(1);
  expect(await press('one', 'Kimura')).toBe(303);
  expect(await press('two')).toBe(303);
  expect(await cards()).toHaveLength(3);
});
