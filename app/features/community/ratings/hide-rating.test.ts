import { beforeAll, expect, test } from 'vitest';
import { expectCountersToMatch } from '../../../../tests/support/database/counters.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { NotAllowed, Refused } from '../../../errors.ts';
import type { AdminScope, Viewer } from '../../../scope.ts';
import * as itemPage from '../../library/items/content.page.tsx';
import { hideRating, showRating } from './hide-rating.server.ts';
import * as list from './ratings.api.ts';
import { listRatings, ownRating, rateContent, removeRating } from './ratings.server.ts';

const world = testWorld();
let boss: Viewer;
beforeAll(async () => {
  boss = await world.person({ isAdmin: true });
});

const hide = (id: number) =>
  world.em().transactional((em) => hideRating(world.scope(boss) as AdminScope, em, id, 'This is spam.'));
const show = (id: number) =>
  world.em().transactional((em) => showRating(world.scope(boss) as AdminScope, em, id));

async function rated(stars = 1, item?: number) {
  const [author, content] = [await world.person(), item ?? (await world.item())];
  await rateContent(world.member(author), content, { rating: stars, review: 'BUY-MY-COURSE' });
  const found = await row<{ id: number }>(world.em())`
    select id from ratings where content_id = ${content} and user_id = ${author.id}`;
  return { author, item: content, id: found?.id ?? 0 };
}

test('a hidden rating is missing from the page, the call and the average, for its author too', async () => {
  const { author, item, id } = await rated(1);
  await rated(5, item);
  await hide(id);
  expect(await expectCountersToMatch(world.em(), item)).toMatchObject({ rating_sum: 5, rating_count: 1 });
  for (const viewer of [null, author, boss]) {
    expect((await listRatings(world.scope(viewer), item, { size: 12 })).items).toHaveLength(1);
    const params = { id: String(item) };
    const page = await world.send(itemPage.loader, viewer, `/content/${item}`, params);
    expect((await page.json()).reviews).toHaveLength(1);
    const call = await world.send(list.loader, viewer, `/api/content/${item}/ratings`, params);
    expect(await call.json()).toHaveLength(1);
  }
  expect(await ownRating(world.scope(author), item)).toMatchObject({
    review: 'BUY-MY-COURSE',
    hiddenReason: 'This is spam.',
  });
  await show(id);
  expect(await expectCountersToMatch(world.em(), item)).toMatchObject({ rating_sum: 6, rating_count: 2 });
  expect(await ownRating(world.scope(author), item)).toMatchObject({ hiddenReason: null });
});

test('its author can change it, which neither shows nor counts it, and cannot rate again', async () => {
  const { author, item, id } = await rated(1);
  await hide(id);
  const member = world.member(author);
  expect(await rateContent(member, item, { rating: 5, review: 'Better words' })).toEqual({
    averageRating: 0,
    totalRatings: 0,
  });
  await expect(removeRating(member, item)).rejects.toThrow(NotAllowed);
  expect(await ownRating(member, item)).toMatchObject({ rating: 5, hiddenReason: 'This is spam.' });
  expect((await listRatings(world.scope(), item, { size: 12 })).items).toEqual([]);
  await show(id);
  expect(await expectCountersToMatch(world.em(), item)).toMatchObject({ rating_sum: 5, rating_count: 1 });
  await removeRating(member, item);
  await expectCountersToMatch(world.em(), item);
});

test('hiding twice is refused, and so is hiding a deleted rating', async () => {
  const { id } = await rated();
  await expect(show(id)).rejects.toThrow(Refused);
  await hide(id);
  await expect(hide(id)).rejects.toThrow(Refused);
  await expect(hide(2_000_000_000)).rejects.toThrow(Refused);
});

test('hiding, showing, changing and deleting at once keep the counters right', async () => {
  const item = await world.item();
  const all = await Promise.all(Array.from({ length: 12 }, (_, n) => rated((n % 5) + 1, item)));
  for (let round = 0; round < 4; round += 1) {
    const operations = all.flatMap(({ author, id }, n) => [
      hide(id),
      rateContent(world.member(author), item, { rating: ((n + round) % 5) + 1 }),
      n % 3 === 0 ? removeRating(world.member(author), item) : show(id),
    ]);
    const failed = (await Promise.allSettled(operations)).filter((end) => end.status === 'rejected');
    for (const { reason } of failed) expect([Refused, NotAllowed]).toContain(reason.constructor);
    await expectCountersToMatch(world.em(), item);
  }
});
