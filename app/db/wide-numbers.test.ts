import { expect, test } from 'vitest';
import { testShop } from '../../tests/support/money/shop.ts';
import { row, rows } from '../../tests/support/sql.ts';
import { takeCheckpoint } from '../features/commerce/earnings/checkpoints.server.ts';
import { creatorStats } from '../features/commerce/earnings/creator-stats.server.ts';
import { balanceOf } from '../features/commerce/earnings/earnings.server.ts';
import { startPurchase } from '../features/commerce/purchases/buy.server.ts';
import { setLike } from '../features/community/likes/likes.server.ts';
import { sendMessage } from '../features/community/messages/send.server.ts';
import { rateContent } from '../features/community/ratings/ratings.server.ts';
import { listNotifications, openNotification } from '../features/core/notifications/notifications.server.ts';
import { writeNotification } from '../features/core/notifications/write.server.ts';
import { addViews } from '../features/library/items/daily-viewers.sql.server.ts';
import { dailyFigures, earlierSums } from '../features/library/studio/analytics.server.ts';
import { ownFilters } from '../features/library/studio/own-list.schema.ts';
import { listOwn } from '../features/library/studio/own-list.sql.server.ts';
import { wholeNumber } from './whole-numbers.server.ts';

const shop = testShop();
const { world } = shop;

/** The numbers that stay `int`, by the reason why they never pass 2,147,483,647. A sum, a counter or an id of
 *  anything else is a `bigint` (ADR-064). */
const small: Record<string, string[]> = {
  'members, items, and what a person fills in once in a while': [
    'users.id',
    'content.id',
    'featured.id',
    'conversations.id',
    'subscriptions.id',
    'payouts.id',
    'requests.id',
    'request_steps.id',
    'report_cases.id',
    'reports.id',
    'support_questions.id',
    'support_replies.id',
    'map_terms.id',
    'map_term_links.id',
    'map_names.id',
    'map_positions.id',
    'map_transitions.id',
    'map_corrections.id',
    'lists.id',
    'list_sections.id',
  ],
  'counts members or items': [
    'users.published_items',
    'follower_counts.followers',
    'ledger_horizon.creators',
    'ledger_horizon.payable',
    'platform_figures.creators',
    'platform_figures.items',
    'platform_figures.fresh_items',
    'report_cases.reports',
    'position_follow_counts.followers',
    'comments.replies',
  ],
  'counts what one member has not read about one thing': ['conversation_sides.unread', 'notifications.count'],
  'one price or one payment, at most 50,000 cents or what the provider takes at once': [
    'content.price_cents',
    'purchases.amount_cents',
    'subscriptions.price_cents',
    'charges.amount_cents',
    'charges.refunded_cents',
    'charges.lost_cents',
    'ledger_entries.amount_cents',
    'refunds.amount_cents',
    'disputes.amount_cents',
    'payouts.amount_cents',
    'request_offers.price_cents',
    'requests.price_cents',
    'content_map_links.price_cents',
  ],
  'typed by an admin': ['featured.likes', 'featured.comments', 'featured.display_order'],
  'of one file, whose size has a limit': [
    'media.position',
    'media.width',
    'media.height',
    'media.bytes',
    'media.duration_ms',
    'media.video_progress',
    'media.video_tries',
    'upload_sessions.bytes',
    'upload_sessions.arrived',
    'clips.from_ms',
    'clips.to_ms',
    'clips.slowdown',
    'clips.tries',
    'comments.seconds',
    'notes.seconds',
    'watched.seconds',
  ],
  'has a small limit of its own': [
    'ratings.stars',
    'request_offers.days',
    'request_offers.at_once',
    'requests.days',
    'map_transitions.per_second',
    'lists.entry_count',
    'list_entries.position',
    'list_sections.position',
  ],
  'grows with the changes of one payment, plan or list': [
    'subscriptions.version',
    'charges.version',
    'lists.version',
  ],
  'half minutes since 1970': ['second_factors.last_step'],
};

test('a column that adds up or counts is a bigint, unless it is named here with its reason', async () => {
  const found = await rows<{ name: string }>(world.em())`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
      and a.attnum > 0 and not a.attisdropped and a.atttypid in ('int2'::regtype, 'int4'::regtype)
      and not exists (select from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey))
    order by 1`;
  expect(found.map(({ name }) => name)).toEqual(Object.values(small).flat().sort());
});

test('a foreign key is as wide as what it refers to, and a sequence as its column', async () => {
  expect(
    await rows(world.em())`
    select k.conrelid::regclass::text || '.' || a.attname as name
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    join pg_attribute o on o.attrelid = k.confrelid and o.attnum = k.confkey[1]
    where k.contype = 'f' and array_length(k.conkey, 1) = 1 and a.atttypid <> o.atttypid`,
  ).toEqual([]);
  expect(
    await rows(world.em())`
    select a.attrelid::regclass::text || '.' || a.attname as name from pg_attribute a
    join pg_sequence s on s.seqrelid = pg_get_serial_sequence(a.attrelid::regclass::text, a.attname)::regclass
    where a.attidentity <> '' and a.attrelid::regclass::text not like 'graphile_worker.%'
      and s.seqtypid <> a.atttypid`,
  ).toEqual([]);
});

const edge = 2 ** 31;

test('a bigint is read as a number, and never rounded', () => {
  expect(wholeNumber('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  expect(() => wholeNumber('9007199254740993')).toThrow('no exact number');
});

test('views, likes, ratings, sales and ids go on past 2,147,483,647', async () => {
  const creator = await world.person({ plan: 'vip' });
  const [first, second] = [
    await world.item({ creator: creator.id, priceCents: 499 }),
    await world.item({ creator: creator.id }),
  ];
  // Two items, so that their sum is far beyond.
  const almost = edge - 1;
  await row(world.em())`update content_stats set views = ${almost}::bigint, likes = ${almost}::bigint,
    sales = ${almost}::bigint, downloads = ${almost}::bigint, rating_count = ${almost}::bigint,
    rating_sum = ${3 * almost}::bigint where content_id in (${first}, ${second})`;
  const numbered = [
    'sessions',
    'notifications',
    'messages',
    'ratings',
    'purchases',
    'charges',
    'ledger_entries',
  ];
  for (const table of numbered) {
    await row(world.em())`select setval(pg_get_serial_sequence(${table}, 'id'), ${almost}::bigint)`;
  }
  await row(world.em())`select setval('notification_moves', ${almost}::bigint)`;
  await row(world.em())`insert into payouts (creator_id, amount_cents, attempt, admin_id)
    select ${creator.id}::int, ${almost}::int, 'large ' || n, ${creator.id}::int from generate_series(1, 3) n`;

  const fan = world.member(await world.person({ plan: 'vip' }));
  await setLike(fan, first, true);
  await rateContent(fan, first, { rating: 5 });
  await addViews(world.em(), [
    { contentId: first, viewer: 'somebody', day: '2026-06-01', at: world.clock.at },
  ]);
  const { clientSecret, purchaseId } = await startPurchase(fan, first);
  await world.payments.answer(clientSecret);
  await world.payments.deliver();
  expect(purchaseId).toBeGreaterThan(almost);
  const counted = await row(world.em())`
    select views, likes, sales, rating_count from content_stats where content_id = ${first}`;
  expect(counted).toEqual({ views: edge, likes: edge, sales: edge, rating_count: edge });

  const own = world.member(creator);
  expect(await creatorStats(own)).toMatchObject({ totalViews: edge + almost, totalLikes: edge + almost });
  const listed = await listOwn(own, { size: 1, filters: ownFilters.parse({ sort: 'likes' }) });
  const next = await listOwn(own, {
    size: 1,
    filters: ownFilters.parse({ sort: 'likes' }),
    after: listed.after,
  });
  expect([...listed.items, ...next.items].map(({ id }) => id)).toEqual([first, second]);
  await row(world.em())`update creator_days set views = ${edge + 5}::bigint, day = '2026-06-01'
    where creator_id = ${creator.id}`;
  const days = await dailyFigures(own, 30);
  expect(Math.max(...days.map(({ views }) => views))).toBe(edge + 5);
  world.clock.at = new Date('2026-07-01T12:00:00.000Z');
  expect((await earlierSums(own, 30)).views).toBe(edge + 5);

  expect(await takeCheckpoint({ em: world.em() })).toBe(true);
  expect(await balanceOf(world.em(), creator.id)).toMatchObject({
    earnedCents: 250,
    paidOutCents: 3 * almost,
    availableCents: 250 - 3 * almost,
  });
});

test('notifications and messages are found by ids beyond 2,147,483,647', async () => {
  const [one, other] = [await world.person({ plan: 'vip' }), await world.person()];
  await world.item({ creator: other.id });
  const sent = await sendMessage(world.member(one), other.username, { text: 'Hello', attempt: 'large ids' });
  await row(world.em())`update conversation_sides set last_message_id = last_message_id + ${edge}::bigint,
    unread = 1 where user_id = ${other.id}`;
  const at = world.clock.at.toISOString();
  await writeNotification(world.systemContext(), {
    kind: 'sale',
    event: 'sold',
    to: other.id,
    about: edge + 7,
    title: 'Sold',
    at,
  });
  const { items } = await listNotifications(world.member(other), { size: 5, after: null });
  const sale = items.find(({ kind }) => kind === 'sale');
  expect(sale?.id).toBeGreaterThan(sent ? edge - 1 : 0);
  expect(await openNotification(world.member(other), sale?.id ?? 0, true)).not.toBeNull();
});
