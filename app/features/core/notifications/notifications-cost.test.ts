import { beforeAll, expect, test } from 'vitest';
import { fillTables } from '../../../../tests/support/database/bulk-data.ts';
import { watched } from '../../../../tests/support/database/plans.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { MemberScope, Viewer } from '../../../scope.ts';
import { writeNotifications } from '../../community/follows/new-item.server.ts';
import { countUnread } from '../../community/messages/unread.server.ts';
import { collections } from '../../operations/personal-data/collections.server.ts';
import { eraseNotifications } from './erase.server.ts';
import {
  listLines,
  listNotifications,
  markNotificationsRead,
  openNotification,
} from './notifications.server.ts';
import { sweepNotifications } from './sweep.server.ts';

const world = testWorld();
let busy: Viewer;
let star: Viewer;
let item = 0;
let middle = 0;

/** A member with 30,000 notifications, half of them unread; 30,000 of others; a creator with 30,000 followers. */
beforeAll(async () => {
  [busy, star] = [await world.person({ username: 'busy' }), await world.person({ username: 'star' })];
  item = await world.item({ creator: star.id });
  await fillTables(world.em(), tables, async (em) => {
    await row(em)`insert into users (email, verified_email, username, first_name, last_name, password_hash)
      select 'p' || n || '@example.com', 'p' || n || '@example.com', 'p_' || n, 'P', 'N' || n, 'x'
      from generate_series(1, 30000) n`;
    await row(em)`insert into follows (follower_id, creator_id, created_at)
      select id, ${star.id}::int, now() from users where id <> ${star.id}::int`;
    await row(em)`insert into content (creator_id, title, category, tier, content_type, status, published_at)
      select ${star.id}::int, 'T' || n, 'training', 'free', 'image', 'published', now() from generate_series(1, 20000) n`;
    await row(em)`
      insert into notifications (user_id, kind, event, by_id, about_id, content_id, title, key, newest, at, moved, read_at)
      select case when n % 2 = 0 then ${busy.id}::int else u.id end, case when n % 3 = 0 then 'rating' else 'request' end, 'asked',
        ${star.id}::int, n, case when n % 3 = 0 then ${item}::int + n % 20000 end, 'T',
        'request:asked:' || n, n, timestamptz '2026-05-01' + n * interval '1 second', nextval('notification_moves'),
        case when n % 4 < 2 then timestamptz '2026-05-20' end
      from generate_series(1, 60000) n join users u on u.username = 'p_' || (n % 30000 + 1)`;
  });
  await row(world.em())`analyze users, follows, notifications, content`;
  const found = await row<{ id: number }>(world.em())`
    select id from notifications where user_id = ${busy.id} and read_at is null order by moved offset 5000 limit 1`;
  middle = found?.id ?? 0;
}, 120_000);

const tables = ['notifications', 'users', 'follows', 'blocks', 'content'];
const page = { size: 24, after: null };

test.each<[string, (scope: MemberScope) => Promise<unknown>]>([
  ['the list', (scope) => listNotifications(scope, page)],
  [
    'the list, further on',
    async (scope) =>
      listNotifications(scope, { ...page, after: (await listNotifications(world.member(busy), page)).after }),
  ],
  ['the lines of the page', (scope) => listLines(scope, page)],
  ['what is unread', (scope) => countUnread(scope)],
  ['one that is opened', (scope) => openNotification(scope, middle, true)],
  ['one that is marked', (scope) => markNotificationsRead(scope, { ids: [middle] })],
  [
    'a piece of the archive',
    async (scope) =>
      collections
        .find(({ name }) => name === 'notifications')
        ?.read(scope.em, { memberId: busy.id, after: 20_000, size: 500 }),
  ],
  [
    'another one',
    (scope) =>
      writeNotifications(scope, {
        kind: 'request',
        event: 'declined',
        to: busy.id,
        by: star.id,
        about: 7,
        at: world.clock.at.toISOString(),
      }),
  ],
])('with 60,000 notifications, %s reads no table from end to end', async (_, work) => {
  const { scope, plans } = watched(world.scope(busy));
  await work(scope as MemberScope);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(
      plan.scanned.filter((table) => tables.includes(table)),
      plan.sql,
    ).toEqual([]);
    expect(plan.wasted, plan.sql).toBeLessThan(1_100);
    expect(plan.gathered, plan.sql).toBeLessThan(1_100);
  }
});

test('of many followers a thousand are notified at a time', async () => {
  const at = world.clock.at.toISOString();
  await writeNotifications(world.systemContext(), { kind: 'new-item', about: item, at, after: 15_000 });
  const shown = await row(world.em())`
    select count(*)::int as n from notifications where kind = 'new-item' and content_id = ${item}`;
  expect(shown).toEqual({ n: 1_000 });
});

test('marking all, sweeping and leaving reach all of them', async () => {
  await markNotificationsRead(world.member(busy), { upTo: null });
  expect(await sweepNotifications(world.em(), new Date('2026-09-01'))).toBeGreaterThan(30_000);
  await eraseNotifications(world.em(), star.id);
  expect(await countUnread(world.scope(busy))).toEqual({ messages: 0, notifications: 0 });
});
