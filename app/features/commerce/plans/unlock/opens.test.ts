import { beforeAll, expect, test } from 'vitest';
import { row } from '../../../../../tests/support/sql.ts';
import { testWorld } from '../../../../../tests/support/world.ts';
import type { Viewer } from '../../../../scope.ts';
import { whatOpens } from './opens.sql.server.ts';

const world = testWorld();
let member: Viewer;
let locked: number;

const dayMs = 24 * 3_600_000;
const before = (days: number) => new Date(world.clock.at.getTime() - days * dayMs);

/** Besides the locked one: 3 premium items (one old, one liked, one bought by the member), 1 VIP item, 1 free item in
 *  early access, a draft, and a premium item of the member. */
beforeAll(async () => {
  member = await world.person();
  locked = await world.item({ tier: 'premium' });
  const [old, liked, bought] = [
    await world.item({ tier: 'premium' }),
    await world.item({ tier: 'premium' }),
    await world.item({ tier: 'premium', priceCents: 500 }),
  ];
  await world.item({ tier: 'vip' });
  await world.item({ tier: 'free' });
  await world.item({ tier: 'free', earlyUntil: before(-1) });
  await world.item({ tier: 'premium', creator: member.id });
  const draft = await world.item({ tier: 'premium' });
  await row(world.em())`update content set published_at = ${before(3)}`;
  await row(world.em())`update content set status = 'draft', published_at = null where id = ${draft}`;
  await row(world.em())`update content set published_at = ${before(40)} where id = ${old}`;
  await row(world.em())`insert into likes (user_id, content_id) values (${member.id}, ${liked})`;
  await world.bought(member, bought);
});

const counts = (viewer: Viewer | null, plan: 'premium' | 'vip') =>
  whatOpens(world.scope(viewer), { plan, but: locked });

test('a plan is said to open what it opens today, without what the viewer has', async () => {
  expect(await counts(member, 'premium')).toEqual({ others: 2, fresh: 1, liked: 1, isAll: true });
  expect(await counts(member, 'vip')).toEqual({ others: 4, fresh: 3, liked: 1, isAll: true });
});

test('a visitor is told of all items, and of no likes', async () => {
  expect(await counts(null, 'premium')).toEqual({ others: 4, fresh: 3, liked: 0, isAll: true });
});

test('a premium member gains by VIP what Premium does not open', async () => {
  const premium = await world.person({ plan: 'premium' });
  expect(await counts(premium, 'vip')).toEqual({ others: 2, fresh: 2, liked: 0, isAll: true });
});
