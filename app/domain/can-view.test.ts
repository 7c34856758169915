import { describe, expect, test } from 'vitest';
import { Invalid } from '../errors.ts';
import { type AccessFacts, mayDownload, canView as mayView } from './can-view.ts';
import type { DownloadRight } from './content-terms.ts';
import { parseEarlyUntil } from './early.ts';
import { type Tier, tiers } from './tiers.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const canView = (viewer: Parameters<typeof mayView>[0], asked: AccessFacts) => mayView(viewer, asked, now);
const creatorId = 7;
const item = (facts: Partial<AccessFacts>): AccessFacts => ({
  creatorId,
  tier: 'free',
  earlyUntil: null,
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

  test('is open to its buyer whatever the tier, and never to a visitor through someone’s purchase', () => {
    expect(tiers.map((tier) => canView(member('free'), item({ tier, bought: true })))).toEqual([
      true,
      true,
      true,
    ]);
    expect(canView(null, item({ tier: 'vip', bought: true }))).toBe(false);
  });
});

describe('early access', () => {
  const second = (n: number) => new Date(now.getTime() + 1000 * n);
  const opens = (viewer: Parameters<typeof mayView>[0], facts: Partial<AccessFacts>) =>
    tiers.map((tier) => canView(viewer, item({ tier, ...facts })));
  const before = { earlyUntil: second(1) };

  // Rows: the viewer; columns: free, premium, vip.
  test.each([
    ['a visitor', null, [false, false, false], [true, false, false]],
    ['a free member', member('free'), [false, false, false], [true, false, false]],
    ['a premium member', member('premium'), [false, false, false], [true, true, false]],
    ['a VIP member', member('vip'), [true, true, true], [true, true, true]],
    ['its creator', owner, [true, true, true], [true, true, true]],
    ['an admin', admin, [true, true, true], [true, true, true]],
  ])('is closed to %s until its date, to the second', (_, viewer, early, after) => {
    expect(opens(viewer, before)).toEqual(early);
    for (const n of [0, -1, -1e6]) expect(opens(viewer, { earlyUntil: second(n) })).toEqual(after);
  });

  test('does not apply to a buyer, and opens no draft or withdrawn item', () => {
    expect(opens(member('free'), { ...before, bought: true })).toEqual([true, true, true]);
    expect(opens(member('vip'), { ...before, status: 'draft' })).toEqual([false, false, false]);
    expect(opens(member('vip'), { ...before, status: 'withdrawn' })).toEqual([false, false, false]);
  });

  test('may be set for 90 days at most, and not for an item that is for VIPs anyway', () => {
    const days = (n: number) => new Date(now.getTime() + n * 24 * 3_600_000);
    const input = (tier: Tier, earlyUntil: Date | null, more: { current?: Date; publishedAt?: Date } = {}) =>
      parseEarlyUntil({ tier, earlyUntil }, { publishedAt: null, ...more, now });
    expect(input('free', null)).toBe(null);
    expect(input('premium', days(90))).toEqual(days(90));
    expect(input('free', days(95), { publishedAt: days(6) })).toEqual(days(95));
    for (const refused of [
      () => input('free', now),
      () => input('free', now, { publishedAt: days(-1) }),
      () => input('free', days(-1), { current: days(-2) }),
      () => input('premium', days(91)),
      () => input('premium', days(5), { publishedAt: days(6) }),
      () => input('vip', days(1)),
      () => input('free', days(1), { publishedAt: days(-90) }),
    ]) {
      expect(refused).toThrow(Invalid);
    }
    // A form shows whole minutes; one that leaves alone what has passed meanwhile must not be refused.
    expect(input('free', days(-1), { current: new Date(days(-1).getTime() + 500) })).toEqual(
      new Date(days(-1).getTime() + 500),
    );
  });
});

test('a draft is open to its creator and admins only', () => {
  const draft = item({ status: 'draft', bought: true });
  expect([null, member('vip'), owner, admin].map((viewer) => canView(viewer, draft))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test('a withdrawn item is open to its buyers and admins only, even when it was free or for its creator', () => {
  const gone = item({ status: 'withdrawn' });
  expect([null, member('vip'), owner, admin].map((viewer) => canView(viewer, gone))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(canView(member('free'), item({ status: 'withdrawn', tier: 'vip', bought: true }))).toBe(true);
});

test('the item of a suspended creator is open to its buyers and admins only, whatever tier and plan', () => {
  const suspended = (facts: Partial<AccessFacts> = {}) => item({ status: 'suspended', ...facts });
  const everyone = [null, ...tiers.map((plan) => member(plan)), owner, admin];
  for (const tier of tiers) {
    const opened = everyone.map((viewer) => canView(viewer, suspended({ tier })));
    expect(opened, tier).toEqual([false, false, false, false, false, true]);
    expect(tiers.map((plan) => canView(member(plan), suspended({ tier, bought: true })))).toEqual([
      true,
      true,
      true,
    ]);
    expect(canView(null, suspended({ tier, bought: true }))).toBe(false);
  }
});

test('a private item is open to its creator, its buyer and admins only', () => {
  const delivered = item({ status: 'private' });
  const everyone = [null, ...tiers.map((plan) => member(plan)), owner, admin];
  expect(everyone.map((viewer) => canView(viewer, delivered))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(canView(member('free'), item({ status: 'private', bought: true }))).toBe(true);
  expect(canView(null, item({ status: 'private', bought: true }))).toBe(false);
});

describe('saving an item', () => {
  const saves = (downloads: DownloadRight, facts: Partial<AccessFacts> = {}) => {
    const asked = { ...item(facts), downloads };
    const everyone = [null, ...tiers.map((plan) => member(plan)), owner, admin];
    return everyone.map((viewer) => mayDownload(viewer, asked, now));
  };

  // Columns: a visitor, a free member, a premium one, a VIP, its creator, an admin.
  test.each<[string, DownloadRight, Partial<AccessFacts>, boolean[]]>([
    ['a free item for members', 'members', {}, [false, false, true, true, true, true]],
    ['a VIP item for members', 'members', { tier: 'vip' }, [false, false, false, true, true, true]],
    ['an item for buyers', 'buyers', {}, [false, false, false, false, true, true]],
    ['an item for buyers, bought', 'buyers', { bought: true }, [false, true, true, true, true, true]],
    ['an item for no one, bought', 'nobody', { bought: true }, [false, false, false, false, true, true]],
    ['a draft', 'members', { status: 'draft' }, [false, false, false, false, true, true]],
    ['a suspended item', 'members', { status: 'suspended' }, [false, false, false, false, false, true]],
  ])(
    '%s may be saved by those who may view it and whom its creator allows',
    (_name, downloads, facts, expected) => {
      expect(saves(downloads, facts)).toEqual(expected);
    },
  );
});
