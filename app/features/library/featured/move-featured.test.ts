import { beforeEach, expect, test } from 'vitest';
import { untilLocked } from '../../../../tests/support/database/waiting.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as move from './move.action.ts';

const world = testWorld();
let admin: Viewer;

beforeEach(async () => {
  await row(world.em())`delete from featured`;
  admin = await world.person({ isAdmin: true });
});

const all = () =>
  rows<{ id: number; title: string; displayOrder: number }>(world.em())`
    select id, title, display_order as "displayOrder" from featured order by display_order, id`;
const titles = async () => (await all()).map(({ title }) => title);
const logged = () =>
  rows<{ verb: string; before: Record<string, unknown>; after: Record<string, unknown> }>(world.em())`
    select verb, before, after from audit_log where actor_id = ${admin.id} order by id`;
const card = (title: string, displayOrder: number) =>
  row(
    world.em(),
  )`insert into featured (title, creator, display_order) values (${title}, 'Lena', ${displayOrder})`;
const press = (id: number, step: string) =>
  world.send(move.action, admin, `/admin/featured/${id}/move`, { id: String(id) }, formPost({ step }));
const idOf = async (title: string) => (await all()).find((card) => card.title === title)?.id ?? 0;

test('a card changes places with its neighbour; numbers stay, and the log records it', async () => {
  await card('A', 5);
  await card('B', 10);
  await card('C', 20);
  const id = await idOf('B');
  expect((await press(id, 'up')).status).toBe(303);
  expect((await all()).map((card) => [card.title, card.displayOrder])).toEqual([
    ['B', 5],
    ['A', 10],
    ['C', 20],
  ]);
  expect((await logged()).at(-1)).toMatchObject({
    verb: 'moved up',
    before: { [`displayOrder of B (${id})`]: 10 },
    after: { [`displayOrder of B (${id})`]: 5 },
  });
  await press(id, 'up');
  expect(await logged()).toHaveLength(1);
  await press(id, 'down');
  await press(id, 'down');
  expect(await titles()).toEqual(['A', 'C', 'B']);
});

test('cards with the same number are ordered; two admins who move at once do no harm', async () => {
  for (const title of ['A', 'B', 'C', 'D']) await card(title, 0);
  await press(await idOf('D'), 'up');
  expect(await titles()).toEqual(['A', 'B', 'D', 'C']);
  const both = [press(await idOf('D'), 'up'), press(await idOf('C'), 'up')];
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([303, 303]);
  expect(new Set((await all()).map(({ displayOrder }) => displayOrder)).size).toBe(4);
});

test('a card that is made while the move waits for another admin is a neighbour, too', async () => {
  await card('A', 5);
  await card('C', 20);
  const id = await idOf('C');
  const em = world.em().fork();
  await em.begin();
  await row(em)`select from featured where title = 'A' for update`;
  const moved = press(id, 'up');
  await untilLocked(em);
  await card('B', 10);
  await em.commit();
  expect((await moved).status).toBe(303);
  expect(await titles()).toEqual(['A', 'C', 'B']);
});

test('an unknown step or card is refused', async () => {
  await card('A', 0);
  const id = await idOf('A');
  expect((await press(id, 'sideways')).status).toBe(303);
  expect((await press(999_999, 'up')).status).toBe(404);
  expect(await logged()).toEqual([]);
});
