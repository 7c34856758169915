import { beforeAll, expect, test } from 'vitest';
import { fillTables, vacuum } from '../../../../tests/support/database/bulk-data.ts';
import { watched } from '../../../../tests/support/database/plans.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { AdminScope, Viewer } from '../../../scope.ts';
import { countInReview, listPurchases } from '../../commerce/purchases/all-purchases.server.ts';
import { itemsBy, memberDetails } from './member-details.server.ts';
import type { MemberSort } from './member-list.schema.ts';
import { countMembers, listMembers } from './member-list.server.ts';
import { userDetails } from './user-details.server.ts';

const world = testWorld();
const people = 30_000;
let admin: Viewer;

/** 30,000 members, 1,500 of them creators, with sales, sessions and a long log. */
beforeAll(async () => {
  admin = await world.person({ isAdmin: true });
  await fillTables(world.em(), guarded, async (em) => {
    await row(em)`
      insert into users (id, email, username, first_name, last_name, password_hash, published_items, status)
      select 1000 + n, 'person' || n || '@example.com', 'member_' || n,
        (array['Marina', 'Kenji', 'Aino', 'Tomasz', 'Leila'])[1 + n % 5], 'Nr' || n, 'x',
        case when n % 20 = 0 then 3 else 0 end, case when n % 1000 = 1 then 'suspended' else 'active' end
      from generate_series(1, ${people}) n`;
    await row(em)`
      insert into content (id, creator_id, title, category, tier, content_type, price_cents, created_at)
      select n, 1000 + 20 * (1 + n % 1500), 'Item ' || n, 'training', 'vip', 'image', 499,
        timestamptz '2025-01-01' + n * interval '1 minute' from generate_series(1, 11500) n`;
    await row(em)`insert into content_stats (content_id, creator_id, is_published, state, likes, sales)
      select id, creator_id, true, 'published', id % 50, 3 from content`;
    await row(em)`
      insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color, widths)
      select md5(id::text), creator_id, id, 'image', 'ready', 'image/png', 640, 480, 1000, '#aabbcc', '{320}'
      from content`;
    await row(em)`
      insert into purchases (id, user_id, content_id, amount_cents, status, paid_at, created_at)
      select n, 1000 + n % ${people}, 1 + n % 11500, 499, 'paid', at, at
      from (select n, timestamptz '2025-01-01' + n * interval '1 minute' as at from generate_series(1, ${people}) n) s`;
    await row(em)`
      insert into ledger_entries (charge_id, kind, account, creator_id, amount_cents)
      select n, 'sale', 'creator', 1000 + 20 * (1 + n % 1500), 250 from generate_series(1, ${people}) n`;
    await row(em)`
      insert into sessions (token_hash, user_id, expires_at)
      select md5(n::text), 1000 + n, now() + interval '1 day' from generate_series(1, 15000) n`;
    await row(em)`
      insert into audit_log (at, actor_id, verb, subject_kind, subject_id, subject_name)
      select now() - n * interval '1 minute', ${admin.id}, 'edited',
        (array['user', 'creator', 'content'])[1 + n % 3], (1000 + n)::text, 'x' from generate_series(1, 15000) n`;
  });
  await vacuum(world.database.url);
}, 240_000);

const guarded = [
  'users',
  'content',
  'content_stats',
  'purchases',
  'ledger_entries',
  'sessions',
  'audit_log',
  'media',
];

const listed =
  (show: Parameters<typeof listMembers>[1]['show'], search = '', sort: MemberSort = 'newest') =>
  (scope: AdminScope) =>
    listMembers(scope, { show, search, sort, size: 24 });
const lastPage = async (scope: AdminScope) => {
  const far = Buffer.from(JSON.stringify(['1300', 1300])).toString('base64url');
  return listMembers(scope, { show: 'everybody', search: '', size: 24, after: far });
};

test.each<[string, (scope: AdminScope) => Promise<unknown>]>([
  ['the creators', listed('creators')],
  ['how many they are', (scope) => countMembers(scope, 'creators')],
  ['how many are admins', (scope) => countMembers(scope, 'admins')],
  ['how many are suspended', (scope) => countMembers(scope, 'suspended')],
  ['everybody, oldest first', listed('everybody', '', 'oldest')],
  ['creators called Marina', listed('creators', 'marina')],
  ['a creator by address', listed('creators', 'person40@example.com')],
  ['no match', listed('creators', 'nobody is called so')],
  ['the users', listed('everybody')],
  ['the users, far down', lastPage],
  ['a user by username', listed('everybody', '@member_7777')],
  ['a user by two letters', listed('everybody', 'ke')],
  ['two letters without a match', listed('everybody', 'zq')],
  ['the admins', listed('admins')],
  ['the suspended', listed('suspended')],
  ['a suspended one by name', listed('suspended', 'kenji')],
  ['a creator’s details', (scope) => memberDetails(scope, 1020)],
  ['a creator’s content', (scope) => itemsBy(scope, 1020, { size: 24 })],
  ['a user', (scope) => userDetails(scope, 1020)],
  ['all purchases', (scope) => listPurchases(scope, { size: 24, after: null })],
  ['purchases to be looked at', (scope) => listPurchases(scope, { size: 24, after: null, inReview: true })],
  ['how many purchases to look at', (scope) => countInReview(scope.em)],
])('with 30,000 members, %s reads no table from end to end', async (_what, read) => {
  const { scope, plans } = watched(world.scope(admin));
  await read(scope as AdminScope);
  for (const plan of plans) {
    expect(
      plan.scanned.filter((table) => guarded.includes(table)),
      plan.sql,
    ).toEqual([]);
    expect(plan.wasted, plan.sql).toBeLessThan(5_000);
  }
  expect(plans.length).toBeGreaterThan(0);
});
