import { expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { pageReviews } from './page-reviews.server.ts';
import { rateContent } from './ratings.server.ts';

const world = testWorld();

async function rated(item: number, rating: number, review: string | null = null): Promise<Viewer> {
  const rater = await world.person();
  world.clock.at = new Date(world.clock.at.getTime() + 1000);
  await rateContent(world.member(rater), item, { rating, review });
  return rater;
}

test('one’s own rating comes first, then those with words, each the newest first', async () => {
  const item = await world.item();
  const own = await rated(item, 3);
  await rated(item, 5, 'Old words');
  await rated(item, 4);
  await rated(item, 1, 'New words');
  const shown = async (viewer: Viewer | null, size = 9) =>
    (await pageReviews(world.scope(viewer), item, size)).reviews.map(({ rating }) => rating);
  expect(await shown(null)).toEqual([1, 5, 4, 3]);
  expect(await shown(own)).toEqual([3, 1, 5, 4]);
  expect(await shown(own, 2)).toEqual([3, 1]);
});

test('the bars are parts of all visible ratings', async () => {
  const item = await world.item();
  const bars = async () => (await pageReviews(world.scope(), item, 9)).bars.map(({ part }) => part);
  expect(await bars()).toEqual([0, 0, 0, 0, 0]);
  for (const stars of [5, 5, 5, 2]) await rated(item, stars);
  expect(await bars()).toEqual([0.75, 0, 0, 0.25, 0]);
  await row(world.em())`update ratings set hidden_at = now(), hidden_reason = 'rude'
    where content_id = ${item} and stars = 2`;
  expect(await bars()).toEqual([1, 0, 0, 0, 0]);
  expect((await pageReviews(world.scope(), item, 9)).reviews).toHaveLength(3);
});
