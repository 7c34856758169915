import { expect, test } from 'vitest';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { setLike } from '../../community/likes/likes.server.ts';
import { listCreators } from './creators.server.ts';
import { directoryFilters } from './directory.schema.ts';

const world = testWorld();

const kept = (creatorId: number) =>
  row(
    world.em(),
  )`select views, likes, rating_sum, rating_count from creator_totals where creator_id = ${creatorId}`;

const recount = (creatorId: number) =>
  row(world.em())`
    select coalesce(sum(s.views), 0)::int as views, coalesce(sum(s.likes), 0)::int as likes,
      coalesce(sum(s.rating_sum), 0)::int as rating_sum, coalesce(sum(s.rating_count), 0)::int as rating_count
    from content c join content_stats s on s.content_id = c.id
    where c.creator_id = ${creatorId} and c.status = 'published'`;

const setStatus = (id: number, status: string) =>
  row(world.em())`update content set status = ${status} where id = ${id}`;

test('a creator’s totals are the sums of their published items, through every change', async () => {
  const { id: creator } = await world.person();
  const [first, second] = [
    await world.item({ creator }),
    await world.item({ creator, status: 'draft' }),
    await world.item(),
  ];
  await row(
    world.em(),
  )`update content_stats set views = content_id, likes = 3, rating_sum = 9, rating_count = 2`;
  const one = { views: first, likes: 3, rating_sum: 9, rating_count: 2 };
  expect(await kept(creator)).toEqual(one);
  await setStatus(second, 'published');
  expect(await kept(creator)).toEqual({ views: first + second, likes: 6, rating_sum: 18, rating_count: 4 });
  await setStatus(first, 'withdrawn');
  await row(world.em())`update content_stats set views = views + 50 where content_id = ${first}`;
  expect(await kept(creator)).toEqual({ ...one, views: second });
  await setStatus(first, 'published');
  expect(await kept(creator)).toEqual(await recount(creator));
  await row(world.em())`delete from content where id in (${first}, ${second})`;
  expect(await kept(creator)).toEqual({ views: 0, likes: 0, rating_sum: 0, rating_count: 0 });
});

test('simultaneous likes, views and withdrawals keep the totals right', async () => {
  const { id: creator } = await world.person();
  const items = await Promise.all(Array.from({ length: 4 }, () => world.item({ creator })));
  const fans = await Promise.all(Array.from({ length: 6 }, () => world.person()));
  const updates = Array.from({ length: 90 }, (_, n) => async () => {
    const id = items[n % 4] ?? 0;
    if (n % 9 === 0) return setStatus(id, n % 2 ? 'published' : 'withdrawn');
    if (n % 3 === 0)
      return row(world.em())`update content_stats set views = views + 1 where content_id = ${id}`;
    const fan = fans[n % 6];
    return setLike(world.scope(fan), id, 'toggle').catch(() => null);
  });
  await Promise.all(updates.map((act) => act()));
  expect(await kept(creator)).toEqual(await recount(creator));
});

test('members who publish are in the directory by followers, even with none', async () => {
  const { id } = await world.person();
  await world.item({ creator: id });
  const filters = directoryFilters(new URLSearchParams('sort=followers'));
  const { items } = await listCreators(world.scope(), { size: 48, filters });
  expect(items.map((creator) => creator.id)).toContain(id);
  const without = await rows(world.em())`
    select from users where published_items > 0 and id not in (select creator_id from follower_counts)`;
  expect(without).toEqual([]);
});
