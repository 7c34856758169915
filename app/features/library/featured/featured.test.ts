import { beforeEach, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as call from './featured.api.ts';
import { listFeatured } from './featured.server.ts';

const world = testWorld();

beforeEach(async () => {
  await row(world.em())`delete from featured`;
});

interface Typed {
  title: string;
  order: number;
  isActive?: boolean;
  contentId?: number;
}
const feature = ({ title, order, isActive = true, contentId }: Typed) =>
  row(world.em())`
    insert into featured (title, creator, tier, likes, comments, locked, image_url, is_active, display_order, content_id)
    values (${title}, 'Typed Name', 'VIP', 120, 14, true, ${contentId ? null : '/typed.png'}, ${isActive}, ${order},
      ${contentId ?? null})`;
const listed = async (viewer: Viewer | null = null) =>
  (await world.send(call.loader, viewer, '/api/featured-content')).json();

test('active cards come in their order, with the keys of the contract and what was typed', async () => {
  await feature({ title: 'Second', order: 2 });
  await feature({ title: 'First', order: 1 });
  await feature({ title: 'Hidden', order: 0, isActive: false });
  const cards = await listed();
  expect(cards.map((card: { title: string }) => card.title)).toEqual(['First', 'Second']);
  expect(cards[0]).toEqual({
    id: expect.any(Number),
    title: 'First',
    creator: 'Typed Name',
    imageUrl: '/typed.png',
    tier: 'VIP',
    tierColor: 'bg-green-500',
    locked: true,
    likes: 120,
    comments: 14,
    displayOrder: 1,
    isActive: true,
    contentId: null,
  });
});

test('a linked item gives the card its creator, numbers, picture and lock, for every viewer', async () => {
  const creator = await world.person({ firstName: 'Real', lastName: 'Creator' });
  const contentId = await world.item({ creator: creator.id, tier: 'premium', hasPicture: true });
  await row(
    world.em(),
  )`update content_stats set likes = 3, rating_count = 2, rating_sum = 8 where content_id = ${contentId}`;
  await feature({ title: 'Linked', order: 1, contentId });
  const real = { contentId, creator: 'Real Creator', likes: 3, comments: 2, tier: 'PREMIUM' };
  const [locked] = await listed();
  expect(locked).toMatchObject({ ...real, locked: true });
  expect(locked.imageUrl).toMatch(/\/teaser\.webp$/);
  const [open] = await listed(await world.person({ plan: 'premium' }));
  expect(open).toMatchObject({ ...real, locked: false });
  expect(open.imageUrl).toMatch(/\/640\.jpg\?/);
});

test('a card whose item is not public shows only what was typed', async () => {
  const contentId = await world.item({ status: 'draft', hasPicture: true });
  await feature({ title: 'Linked', order: 1, contentId });
  expect(await listed()).toMatchObject([{ contentId: null, imageUrl: null, creator: 'Typed Name' }]);
});

test('cards with the same order come in the order in which they were made', async () => {
  for (const title of ['One', 'Two', 'Three']) await feature({ title, order: 5 });
  // A changed row moves to the end of the table.
  await row(world.em())`update featured set likes = 121 where title = 'One'`;
  await row(world.em())`update featured set likes = 121 where title = 'Two'`;
  const titles = (await listed()).map((card: { title: string }) => card.title);
  expect(titles).toEqual(['One', 'Two', 'Three']);
  // The index has the order; whether PostgreSQL reads the index is its own choice.
  const em = world.em();
  await em.begin();
  await row(em)`drop index featured_order`;
  for (const [limit, expected] of [
    [9, ['One', 'Two', 'Three']],
    [2, ['One', 'Two']],
  ] as const) {
    const shown = await listFeatured({ ...world.scope(), em }, limit);
    expect(shown.map(({ title }) => title)).toEqual(expected);
  }
  await em.rollback();
});
