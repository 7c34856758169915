import { expect, test } from 'vitest';
import { plansOf } from '../../../../tests/support/database/statements.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { followingFeed } from './following-feed.server.ts';
import { setFollow } from './follows.server.ts';

const world = testWorld();

test('shows the published items of followed creators, newest first, in pages both ways', async () => {
  const viewer = await world.person();
  const [ann, bob, stranger] = [await world.person(), await world.person(), await world.person()];
  const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 12, minute));
  const items: number[] = [];
  for (let minute = 0; minute < 10; minute += 1) {
    const creator = minute % 3 === 0 ? ann.id : bob.id;
    items.unshift(await world.item({ creator, publishedAt: at(minute), tier: 'vip' }));
  }
  await world.item({ creator: stranger.id, publishedAt: at(30) });
  await world.item({ creator: ann.id, publishedAt: at(40), status: 'draft' });
  for (const { username } of [ann, bob]) await setFollow(world.scope(viewer), username, true);

  const member = world.member(viewer);
  const ids = (page: { items: { id: number }[] }) => page.items.map(({ id }) => id);
  const first = await followingFeed(member, { size: 4 });
  expect(ids(first)).toEqual(items.slice(0, 4));
  expect(first.items[0]?.mediaAccess).toBe('locked');
  const second = await followingFeed(member, { size: 4, after: first.after });
  expect(ids(second)).toEqual(items.slice(4, 8));
  const last = await followingFeed(member, { size: 4, after: second.after });
  expect([ids(last), last.after]).toEqual([items.slice(8), null]);
  expect(ids(await followingFeed(member, { size: 4, before: last.before }))).toEqual(items.slice(4, 8));
  expect(ids(await followingFeed(member, { size: 4, after: 'nonsense' }))).toEqual(items.slice(0, 4));
});

test('two items of the same moment are both shown; a member who follows no one sees nothing', async () => {
  const [viewer, creator] = [await world.person(), await world.person()];
  expect((await followingFeed(world.member(viewer), { size: 3 })).items).toEqual([]);
  const publishedAt = new Date('2026-05-01T12:00:00.123Z');
  const all = new Set<number>();
  for (let n = 0; n < 5; n += 1) all.add(await world.item({ creator: creator.id, publishedAt }));
  await setFollow(world.scope(viewer), creator.username, true);
  const seen: number[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await followingFeed(world.member(viewer), { size: 2, after });
    seen.push(...page.items.map(({ id }) => id));
    after = page.after;
  }
  expect(seen).toHaveLength(5);
  expect(new Set(seen)).toEqual(all);
});

test('reads a page of each creator by index, not all their items', async () => {
  const [viewer, creator] = [await world.person(), await world.person()];
  await setFollow(world.scope(viewer), creator.username, true);
  await row(world.em())`insert into content (creator_id, title, category, tier, content_type, published_at)
    select ${creator.id}, 'n', 'training', 'free', 'image', now() - n * interval '1 minute'
    from generate_series(1, 3000) n`;
  await row(world.em())`analyze content`;
  const member = world.member(viewer);
  const plans = await plansOf(async () => {
    expect((await followingFeed(member, { size: 12 })).items).toHaveLength(12);
  });
  const ofContent = plans.flatMap(({ nodes }) => nodes.filter((node) => node['Relation Name'] === 'content'));
  expect(ofContent.length).toBeGreaterThan(0);
  expect(ofContent.filter((node) => !node['Node Type'].includes('Index'))).toEqual([]);
  // One more than the page, to know whether there is another.
  expect(Math.max(...ofContent.map(({ rows }) => rows))).toBeLessThanOrEqual(13);
});
