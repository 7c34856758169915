import { beforeEach, expect, test } from 'vitest';
import { form, type Part, picture } from '../../../../tests/support/media/upload-form.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as home from '../../site/landing/home.page.tsx';
import * as every from './admin-featured.api.ts';
import * as one from './admin-featured-card.api.ts';
import * as open from './featured.api.ts';

const world = testWorld();
let admin: Viewer;

beforeEach(async () => {
  await row(world.em())`delete from featured`;
  admin = await world.person({ isAdmin: true });
});

const here = '/api/admin/featured-content';
const words = { title: 'Deep half', creator: 'Lena' };
const create = (init: RequestInit, viewer: Viewer | null = admin) =>
  world.send(every.action, viewer, here, {}, init);
const change = (id: number, init: RequestInit) =>
  world.send(one.action, admin, `${here}/${id}`, { id: String(id) }, init);
const patch = (id: number, body: unknown) => change(id, jsonCall('PATCH', body));
const patchForm = (id: number, parts: Part[]) => change(id, { ...form(parts), method: 'PATCH' });
const listed = async (query = '') => world.send(every.loader, admin, here + query);
const shown = async (viewer: Viewer | null = null) =>
  (await world.send(open.loader, viewer, '/api/featured-content')).json();
const verbs = async () =>
  (
    await rows<{ verb: string }>(world.em())`
      select verb from audit_log where actor_id = ${admin.id} and subject_kind = 'featured' order by id`
  ).map(({ verb }) => verb);
const made = async (more = {}) => (await (await create(jsonCall('POST', { ...words, ...more }))).json()).id;

const card = {
  ...words,
  id: expect.any(Number),
  imageUrl: null,
  tier: 'FREE',
  tierColor: 'bg-green-500',
  locked: false,
  likes: 0,
  comments: 0,
  displayOrder: 0,
  isActive: true,
  contentId: null,
  linked: null,
};

/** The public call has no `linked`. */
const publicOf = <Facts extends { linked: unknown }>({ linked, ...facts }: Facts) => facts;

test('[E3.12] [E3.14] [C3.23] [C3.24] fields missing in JSON get their defaults', async () => {
  const { tier, tierColor, isActive } = await (await create(jsonCall('POST', words))).json();
  expect({ tier, tierColor, isActive }).toEqual({ tier: 'FREE', tierColor: 'bg-green-500', isActive: true });
});

test('[E3.11] [C3.21] [C7.25] [C7.29] JSON creates, answers 201 with the keys of the contract, and is on the landing', async () => {
  const answer = await create(jsonCall('POST', words));
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual(card);
  expect(await (await listed()).json()).toEqual([card]);
  expect(await shown()).toEqual([publicOf(card)]);
  expect(await verbs()).toEqual(['created']);
});

test('[E3.15] [E3.13] both spellings, any case, and numbers as text are accepted', async () => {
  const answer = await create(
    jsonCall('POST', {
      ...words,
      image_url: 'https://p.example/a.png',
      tier_color: 'bg-bjj-gold',
      tier: 'vip',
      likes: '12',
      comments: 3,
      display_order: 2,
      is_active: false,
      locked: 'true',
    }),
  );
  const typed = { imageUrl: 'https://p.example/a.png', tierColor: 'bg-bjj-gold', tier: 'VIP', likes: 12 };
  expect(await answer.json()).toEqual({
    ...card,
    ...typed,
    comments: 3,
    displayOrder: 2,
    isActive: false,
    locked: true,
  });
  expect(await shown()).toEqual([]);
});

test('[C7.26] [C7.27] [C3.21] a form with a picture creates and changes; an answer may be sent back as it is', async () => {
  const parts: Part[] = [...Object.entries(words), ['image', await picture(), 'a.png']];
  const first = await (await create(form(parts))).json();
  expect(first.imageUrl).toMatch(/^\/media\/[0-9a-f]{32}\/320\.jpg$/);
  const whole: Part[] = Object.entries({ ...first, likes: 7 }).map(([name, value]) => [
    name,
    `${value ?? ''}`,
  ]);
  const second = await patchForm(first.id, whole);
  expect([second.status, await second.json()]).toEqual([200, { ...first, likes: 7 }]);
  const third = await (await patchForm(first.id, [['image', await picture(), 'b.png']])).json();
  expect(third.imageUrl).not.toBe(first.imageUrl);
  expect(await rows(world.em())`select 1 from media where owner_id = ${admin.id}`).toHaveLength(1);
  expect(await verbs()).toEqual(['created', 'edited', 'edited']);
});

test('a call that is refused leaves no picture behind', async () => {
  const parts: Part[] = [
    ...Object.entries(words),
    ['contentId', '999999'],
    ['image', await picture(), 'a.png'],
  ];
  const answer = await create(form(parts));
  expect([answer.status, Object.keys((await answer.json()).errors)]).toEqual([422, ['contentId']]);
  const bad = await create(form([...Object.entries(words), ['image', new Blob(['text']), 'a.png']]));
  expect([bad.status, Object.keys((await bad.json()).errors)]).toEqual([422, ['image']]);
  expect(await rows(world.em())`select 1 from media where owner_id = ${admin.id}`).toEqual([]);
  expect(await verbs()).toEqual([]);
});

test('[C7.29] PATCH changes what it names and nothing else; the landing follows at once', async () => {
  const id = await made({ likes: 5, isActive: false, imageUrl: '/a.png' });
  const answer = await patch(id, { title: 'Renamed', isActive: true });
  const changed = { ...card, title: 'Renamed', likes: 5, imageUrl: '/a.png' };
  expect([answer.status, await answer.json()]).toEqual([200, changed]);
  expect(await shown()).toEqual([publicOf(changed)]);
  await patch(id, { imageUrl: null, locked: true });
  expect(await shown()).toEqual([{ ...publicOf(changed), imageUrl: null, locked: true }]);
  await patch(id, { isActive: false });
  expect(await shown()).toEqual([]);
});

test('a linked item shows its own numbers to every viewer, while admins still see what they typed', async () => {
  const contentId = await world.item({ tier: 'premium', hasPicture: true });
  const id = await made({ contentId: `/content/${contentId}`, likes: 900 });
  const linked = { tier: 'PREMIUM', likes: 0, comments: 0, imageUrl: expect.stringContaining('/media/') };
  expect(await (await listed()).json()).toEqual([
    { ...card, contentId, likes: 900, linked: expect.objectContaining(linked) },
  ]);
  expect(await shown()).toMatchObject([{ contentId, locked: true, tier: 'PREMIUM', likes: 0 }]);
  expect(await shown(await world.person({ plan: 'vip' }))).toMatchObject([{ locked: false }]);
  expect(await (await patch(id, { contentId: null })).json()).toMatchObject({ contentId: null });
});

test('the landing page shows the first four active cards in their order', async () => {
  for (let n = 0; n < 6; n += 1) {
    await made({ title: `Card ${n}`, displayOrder: 10 - n, isActive: n !== 4 });
  }
  const landing = await (await world.send(home.loader, null, '/')).json();
  expect(landing.featured.map(({ title }: { title: string }) => title)).toEqual([
    'Card 5',
    'Card 3',
    'Card 2',
    'Card 1',
  ]);
});

test('[C7.28] DELETE answers 204, then 404', async () => {
  const id = await made();
  expect((await change(id, { method: 'DELETE' })).status).toBe(204);
  expect((await change(id, { method: 'DELETE' })).status).toBe(404);
  expect((await patch(id, { title: 'x' })).status).toBe(404);
  expect(await verbs()).toEqual(['created', 'deleted']);
});

test('[C2.25] [C3.22] [C3.23] those who may not are refused, and unreadable values are named', async () => {
  expect((await create(jsonCall('POST', words), null)).status).toBe(401);
  expect((await create(jsonCall('POST', words), await world.person({ plan: 'vip' }))).status).toBe(403);
  expect((await create({ ...jsonCall('POST'), body: '{' })).status).toBe(400);
  expect((await create({ method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'a' })).status).toBe(
    415,
  );
  const put = await change(1, jsonCall('PUT', words));
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'PATCH, DELETE']);
  const wrong = { title: 5, tier: 'GOLD', tierColor: 'red', imageUrl: 'javascript:alert(1)', likes: 1e12 };
  const answer = await create(jsonCall('POST', wrong));
  expect(answer.status).toBe(422);
  const named = ['title', 'creator', 'imageUrl', 'tier', 'tierColor', 'likes'];
  expect(Object.keys((await answer.json()).errors)).toEqual(named);
});

test.each([
  ['contentId', { toString: 1 }],
  ['contentId', [1]],
  ['contentId', true],
  ['locked', 'banana'],
  ['locked', {}],
  ['isActive', 'banana'],
  ['isActive', 1],
])('%s as %j is named, and nothing changes', async (name, value) => {
  const id = await made({ locked: true });
  const answer = await patch(id, { [name]: value });
  expect(answer.status).toBe(422);
  expect(Object.keys((await answer.json()).errors)).toEqual([name]);
  expect(await (await listed()).json()).toMatchObject([{ locked: true, isActive: true, contentId: null }]);
});

test.each([
  [true, true],
  ['on', true],
  ['1', true],
  [false, false],
  ['false', false],
  ['', false],
])('a checkbox takes %j', async (value, is) => {
  const id = await made();
  expect(await (await patch(id, { locked: value, isActive: value })).json()).toMatchObject({
    locked: is,
    isActive: is,
  });
});

test('the list is cut into linked pages', async () => {
  for (const order of [3, 1, 1]) await made({ title: `At ${order}`, displayOrder: order });
  const first = await listed('?limit=2');
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await world.send(every.loader, admin, next);
  const titles = [...(await first.json()), ...(await second.json())].map(({ title }) => title);
  expect(titles).toEqual(['At 1', 'At 1', 'At 3']);
  expect(second.headers.get('link')).toBeNull();
});
