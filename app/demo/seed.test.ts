import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { testShop } from '../../tests/support/money/shop.ts';
import { rows } from '../../tests/support/sql.ts';
import { requestStates } from '../features/commerce/custom-requests/steps/states.ts';
import { platformStats } from '../features/library/creators/platform.server.ts';
import type { MediaFacts } from '../media/media.ts';
import { deliveredPictures } from './asked-techniques.server.ts';
import { spreadDays } from './days.server.ts';
import { extraMembers } from './extra-members.ts';
import { people } from './people.ts';
import { popularity } from './popularity.ts';
import { type DemoMedia, insertDemo, reliveYear } from './seed.server.ts';
import { techniques } from './techniques.ts';

const shop = testShop();
const { world } = shop;

/** Nothing is drawn here. */
const picture = (): MediaFacts => ({
  key: randomBytes(16).toString('hex'),
  kind: 'image',
  mime: 'image/png',
  width: 640,
  height: 480,
  bytes: 1_000,
  color: '#aabbcc',
  widths: [320, 640],
  durationMs: null,
});

beforeAll(async () => {
  world.clock.at = new Date();
  const media: DemoMedia = {
    items: techniques.map(() => [picture(), picture()]),
    portraits: new Map(people.map(({ key }) => [key, picture()])),
    requests: Array.from({ length: deliveredPictures }, picture),
  };
  const life = popularity([...people, ...extraMembers], techniques);
  const now = world.clock.at;
  const ids = await insertDemo(world.em(), { media, life, now });
  const trade = { member: world.member, systemContext: world.systemContext, sandbox: world.payments.sandbox };
  await reliveYear(trade, { media, ids, now });
  await spreadDays(world.em(), life, ids, now);
}, 300_000);

test('the counters of every item equal its rows', async () => {
  const wrong = await rows(world.em())`
    select c.title from content c join content_stats s on s.content_id = c.id
    where s.likes <> (select count(*) from likes l where l.content_id = c.id)
      or s.rating_count <> (select count(*) from ratings r where r.content_id = c.id and r.hidden_at is null)
      or s.rating_sum <> (select coalesce(sum(stars), 0) from ratings r where r.content_id = c.id)
      or s.sales <> (select count(*) from purchases p where p.content_id = c.id and p.status = 'paid')
      or s.views < s.likes`;
  expect(wrong).toEqual([]);
});

test('the days of every creator add up to the counters', async () => {
  const wrong = await rows(world.em())`
    select u.username from users u
    join (select creator_id, sum(views) as views, sum(likes) as likes, sum(sales) as sales
      from content_stats group by 1) s on s.creator_id = u.id
    left join (select creator_id, sum(views) as views, sum(likes) as likes, sum(sales) as sales, sum(followers) as followers
      from creator_days group by 1) d on d.creator_id = u.id
    left join follower_counts f on f.creator_id = u.id
    where u.published_items > 0 and (s.views, s.likes, s.sales, coalesce(f.followers, 0))
      is distinct from (d.views, d.likes, d.sales, d.followers)`;
  expect(wrong).toEqual([]);
  const [spread] = await rows(
    world.em(),
  )`select count(distinct day) > 300 as "isYear", max(day) <= now()::date as "isPast" from creator_days`;
  expect(spread).toEqual({ isYear: true, isPast: true });
});

test('every demo person has a picture of their own, and growth is believable', async () => {
  const faceless = await rows(world.em())`
    select username from users u where u.profile_image_key is null and u.bio is not null`;
  expect(faceless).toEqual([]);
  const { monthlyGrowth, totalCreators } = await platformStats(world.systemContext());
  expect(totalCreators).toBe(12);
  expect(monthlyGrowth).toBeGreaterThanOrEqual(5);
  expect(monthlyGrowth).toBeLessThanOrEqual(25);
});

test('requests of every state, talks with unread messages, reports, payouts made and owed', async () => {
  const states = await rows<{ state: string }>(world.em())`select distinct state from requests`;
  expect(states.map(({ state }) => state).sort()).toEqual([...requestStates].sort());
  const [found] = await rows(world.em())`
    select (select count(*)::int from conversations) as talks,
      (select array_agg(unread) from conversation_sides where unread > 0) as unread,
      (select count(*)::int from report_cases where decided_at is null) as reports,
      (select count(*)::int from report_cases where decided_at is not null) as decided,
      (select count(*)::int from payouts) > 4 as "hasPayouts",
      (select count(*)::int from subscriptions where status = 'canceled') > 0 as "hasLeavers",
      (select count(*)::int from purchases where status = 'refunded') > 0 as "hasRefund",
      (select count(*)::int from purchases where paid_at < now() - interval '90 days') > 5 as "hasOldSales",
      (select count(*)::int from purchases where paid_at > now() - interval '30 days') > 3 as "hasNewSales"`;
  expect(found).toEqual({
    talks: 11,
    unread: [1, 1, 1, 1, 1],
    reports: 2,
    decided: 2,
    hasPayouts: true,
    hasLeavers: true,
    hasRefund: true,
    hasOldSales: true,
    hasNewSales: true,
  });
});

test('the documented accounts bought nothing but what was asked for, and the books are right', async () => {
  const bought = await rows(world.em())`
    select u.email, c.title from purchases p join users u on u.id = p.user_id join content c on c.id = p.content_id
    where u.email in ('free@example.com', 'premium@example.com', 'creator@example.com', 'admin@example.com')`;
  expect(bought).toEqual([]);
  await shop.settled();
});
