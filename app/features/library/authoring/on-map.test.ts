import { beforeAll, expect, test } from 'vitest';
import { linkedMap } from '../../../../tests/support/map/linked-map.ts';
import { form, type Part, picture, techniqueWords } from '../../../../tests/support/media/upload-form.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as publishCall from '../catalog/content.api.ts';
import * as itemPage from '../items/content.page.tsx';
import { noLinks } from '../map-links/link-questions.ts';
import { findLinks } from '../map-links/links.server.ts';
import * as editPage from './edit.page.tsx';
import * as uploadPage from './upload.page.tsx';

const world = testWorld();
const map = linkedMap(world);
let creator: Viewer;
let half: number;
let side: number;
let cut: number;

beforeAll(async () => {
  creator = await world.person({ plan: 'vip' });
  half = await map.position('half guard');
  side = await map.position('side control');
  cut = await map.transition('knee slice', half, side);
  await map.term({ en: 'bottom half', pt: 'meia-guarda' }, { positions: [half, side] });
});

const image = async (): Promise<Part> => ['files', await picture(), 'a.png'];
const newest = async () =>
  (await row<{ id: number }>(world.em())`select max(id) as id from content where creator_id = ${creator.id}`)
    ?.id ?? 0;

test('the upload form puts an item on the map; a name that means several things leads to the choice, after it is saved', async () => {
  const sent = async (...more: Part[]) =>
    world.send(uploadPage.action, creator, '/upload', {}, form([...techniqueWords, await image(), ...more]));
  const clear = await sent(['startsIn', 'Half guard'], ['does', 'knee slice'], ['endsIn', '']);
  expect([clear.status, clear.headers.get('location')]).toEqual([303, '/']);
  expect(await findLinks(world.em(), await newest())).toEqual({
    ...noLinks,
    startsId: half,
    transitionId: cut,
    endsId: side,
  });
  const unclear = await sent(['startsIn', 'meia guarda'], ['attempt', 'second']);
  const id = await newest();
  expect(unclear.headers.get('location')).toBe(`/content/${id}/map`);
  expect(await findLinks(world.em(), id)).toEqual({ ...noLinks, startsAs: 'meia guarda' });
  const refused = await sent(['startsIn', 'x'.repeat(201)], ['attempt', 'third']);
  expect(refused.status).toBe(422);
});

test('an address fills the form with a position by its number', async () => {
  const answer = await world.send(uploadPage.loader, creator, `/upload?startsIn=${half}&does=${cut}`);
  expect((await answer.json()).onMap).toEqual({
    startsIn: `Half guard #${half}`,
    does: `Knee slice #${cut}`,
    endsIn: `Side control #${side}`,
  });
  expect((await world.send(uploadPage.loader, creator, '/upload?startsIn=999999')).status).toBe(200);
});

test('the call takes the same fields, and answers where the item stands', async () => {
  const init = form([...techniqueWords, await image(), ['startsIn', `${half}`], ['does', 'no such thing']]);
  const answer = await world.send(publishCall.action, creator, '/api/content', {}, init);
  expect(answer.status).toBe(201);
  expect((await answer.json()).map).toEqual({
    startsIn: {
      id: half,
      kind: 'position',
      name: 'Half guard',
      url: `http://localhost:3000/map/p/${half}-half-guard`,
    },
    does: null,
    endsIn: null,
  });
  expect(await findLinks(world.em(), await newest())).toMatchObject({ doesAs: 'no such thing' });
});

test('the edit form shows the links, keeps what was not changed and removes what was emptied', async () => {
  const id = await world.item({ creator: creator.id });
  await map.link(id, { starts: half, ends: side });
  const { values, seen } = await (
    await world.send(editPage.loader, creator, `/content/${id}/edit`, { id: `${id}` })
  ).json();
  expect(values).toMatchObject({
    startsIn: `Half guard #${half}`,
    does: '',
    endsIn: `Side control #${side}`,
  });
  const save = (fields: Record<string, string>) =>
    world.send(editPage.action, creator, `/content/${id}/edit`, { id: `${id}` }, formPost(fields));
  const all = { ...values, title: 'Knee cut', category: 'technique', seen };
  expect((await save(all)).headers.get('location')).toBe('/studio/content');
  expect(await findLinks(world.em(), id)).toMatchObject({ startsId: half, endsId: side });
  // Another tab emptied a field in the meantime, and this one changes it too.
  await save({ ...all, endsIn: '' });
  expect(await findLinks(world.em(), id)).toMatchObject({ startsId: half, endsId: null });
  const late = await save({ ...all, endsIn: 'half guard' });
  expect(late.status).toBe(422);
  // A form of before these fields were there changes none of them.
  const { startsIn: _, does: __, endsIn: ___, seen: ____, ...old } = all;
  await save(old);
  expect(await findLinks(world.em(), id)).toMatchObject({ startsId: half });
  const unclear = await save({ ...old, startsIn: 'meia guarda' });
  expect(unclear.headers.get('location')).toBe(`/content/${id}/map`);
  // Saved again as it waits, the form does not ask again.
  expect((await save({ ...old, startsIn: 'meia guarda' })).headers.get('location')).toBe('/studio/content');
});

test('the page of an item shows where it stands to all who may see the page, locked or not', async () => {
  const id = await world.item({ creator: creator.id, tier: 'vip' });
  await map.link(id, { starts: half, does: cut, ends: side });
  const shown = async (viewer: Viewer | null) =>
    world.send(itemPage.loader, viewer, `/content/${id}`, { id: `${id}` });
  const data = await (await shown(null)).json();
  expect(data.item.locked).toBe(true);
  expect(data.map.does).toMatchObject({ name: 'Knee slice', path: `/map/t/${cut}-knee-slice` });
  await row(world.em())`update content set status = 'draft' where id = ${id}`;
  expect([(await shown(null)).status, (await shown(creator)).status]).toEqual([404, 200]);
});
