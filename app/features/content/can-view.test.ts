import { describe, expect, test } from 'vitest';
import { canView, type Guarded } from './can-view.ts';
import { tiers } from './words.ts';

const creatorId = 7;
const item = (facts: Partial<Guarded>): Guarded => ({
  creatorId,
  tier: 'free',
  status: 'published',
  bought: false,
  ...facts,
});
const member = (plan: (typeof tiers)[number], id = 1) => ({ id, isAdmin: false, plan });
const admin = { id: 2, isAdmin: true, plan: 'free' as const };
const owner = member('free', creatorId);

describe('a published item', () => {
  // Rows: the viewer; columns: free, premium, vip.
  test.each([
    ['a visitor', null, [true, false, false]],
    ['a free member', member('free'), [true, false, false]],
    ['a premium member', member('premium'), [true, true, false]],
    ['a VIP member', member('vip'), [true, true, true]],
    ['its creator', owner, [true, true, true]],
    ['an admin', admin, [true, true, true]],
  ])('is open to %s by tier', (_, viewer, expected) => {
    expect(tiers.map((tier) => canView(viewer, item({ tier })))).toEqual(expected);
  });

  test('is open to its buyer whatever the tier, and never to a visitor because of it', () => {
    expect(tiers.map((tier) => canView(member('free'), item({ tier, bought: true })))).toEqual([
      true,
      true,
      true,
    ]);
    expect(canView(null, item({ tier: 'vip', bought: true }))).toBe(false);
  });
});

test('a draft is for its creator and admins alone', () => {
  const draft = item({ status: 'draft', bought: true });
  expect([null, member('vip'), owner, admin].map((viewer) => canView(viewer, draft))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test('a withdrawn item is for its buyers and admins alone, even when it was free or one made it', () => {
  const gone = item({ status: 'withdrawn' });
  expect([null, member('vip'), owner, admin].map((viewer) => canView(viewer, gone))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(canView(member('free'), item({ status: 'withdrawn', tier: 'vip', bought: true }))).toBe(true);
});
