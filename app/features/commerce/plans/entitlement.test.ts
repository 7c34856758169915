import { describe, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { planInForce } from '../../identity/accounts/plan-in-force.server.ts';
import { type EntitlementFacts, entitlementOf } from './entitlement.server.ts';

const world = testWorld();
const [periodEnd, afterGrace] = [new Date('2026-06-20T08:00:00.000Z'), new Date('2026-06-27T08:00:00.000Z')];
const failedAt = '2026-06-10T08:00:00.000Z';
const graceOfFailure = new Date('2026-06-17T08:00:00.000Z');
const free = { plan: 'free', endsAt: null };

describe('what a subscription gives, and until when', () => {
  const cases: [string, Partial<EntitlementFacts>, unknown][] = [
    ['running: a grace after its period', {}, { plan: 'vip', endsAt: afterGrace }],
    ['on trial: the same', { status: 'trialing' }, { plan: 'vip', endsAt: afterGrace }],
    ['to be cancelled: no grace', { cancelAtPeriodEnd: true }, { plan: 'vip', endsAt: periodEnd }],
    [
      'a failed renewal: a grace after the failure',
      { status: 'past_due', pastDueSince: failedAt },
      { plan: 'vip', endsAt: graceOfFailure },
    ],
    ['running again after a failure', { pastDueSince: failedAt }, { plan: 'vip', endsAt: afterGrace }],
    ['a failure without its time', { status: 'past_due' }, free],
    ['running without an end', { periodEnd: null }, free],
    ['cancelled', { status: 'canceled', pastDueSince: failedAt }, free],
    ['unpaid', { status: 'unpaid', pastDueSince: failedAt }, free],
    ['a state of which we know nothing', { status: 'unknown', pastDueSince: failedAt }, free],
  ];
  test.each(cases)('%s', (_what, change, expected) => {
    const running: EntitlementFacts = {
      plan: 'vip',
      status: 'active',
      periodEnd,
      pastDueSince: null,
      cancelAtPeriodEnd: false,
      ...change,
    };
    expect(entitlementOf(running)).toEqual(expected);
  });
});

describe('the plan in force is the better of what is paid for and what was given', () => {
  const before = new Date(world.clock.at.getTime() - 1);
  const after = new Date(world.clock.at.getTime() + 1);
  type Until = Date | null;
  const cases: [string, Until, string | null, Until, string][] = [
    ['premium', null, null, null, 'premium'],
    ['premium', after, null, null, 'premium'],
    ['premium', world.clock.at, null, null, 'free'],
    ['premium', before, null, null, 'free'],
    ['free', null, 'premium', after, 'premium'],
    ['free', null, 'premium', world.clock.at, 'free'],
    ['premium', after, 'vip', after, 'vip'],
    ['vip', after, 'premium', after, 'vip'],
    ['vip', before, 'premium', after, 'premium'],
    ['premium', after, 'vip', before, 'premium'],
  ];
  test.each(cases)('%s until %s, given %s until %s: %s', async (plan, until, gift, giftUntil, expected) => {
    const { id } = await world.person();
    await row(world.em())`
      update users set plan = ${plan}, plan_ends_at = ${until}, gift_plan = ${gift}, gift_ends_at = ${giftUntil}
      where id = ${id}`;
    const found = await row<{ plan: string }>(world.em())`
      select ${planInForce(world.clock.at)} as plan from users u where id = ${id}`;
    expect(found?.plan).toBe(expected);
  });
});
