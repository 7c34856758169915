import { describe, expect, test } from 'vitest';
import { type Holder, type Locked, unlocking, unlockingAll } from './unlock.ts';

const june = '2026-06-03T15:00:00.000Z';
const premium = {
  plan: 'premium',
  priceCents: 999,
  nextBillingAt: new Date(june),
  endsAt: null,
  graceUntil: null,
  isClosed: false,
  payUrl: null,
  scheduledPlan: null,
  pendingPlan: null,
} as const;
const holders: Record<string, Holder> = {
  visitor: null,
  explorer: { plan: 'free', subscription: null },
  premium: { plan: 'premium', subscription: premium },
  gifted: { plan: 'premium', subscription: null },
  cancelled: { plan: 'premium', subscription: { ...premium, nextBillingAt: null, endsAt: new Date(june) } },
  failing: { plan: 'premium', subscription: { ...premium, graceUntil: new Date(june) } },
  changing: { plan: 'premium', subscription: { ...premium, pendingPlan: 'vip' } },
};
const item = (facts: Partial<Locked>): Locked => ({
  id: 7,
  tier: 'premium',
  tierAfter: null,
  earlyUntil: null,
  priceCents: null,
  ...facts,
});
const early = (tierAfter: 'free' | 'premium') => item({ tier: 'vip', tierAfter, earlyUntil: june });
const names = (facts: Locked, who: string) =>
  unlocking(facts, holders[who] ?? null).options.map(({ name }) => name);
const optionFor = (name: RegExp, facts: Locked, who: string) =>
  unlocking(facts, holders[who] ?? null).options.find((option) => name.test(option.name));

describe('what unlocks an item', () => {
  const vip = item({ tier: 'vip' });
  const date = 'Jun 3, 2026, 15:00 UTC';
  // What is offered, in its order: what opens it now, the cheapest first.
  test.each([
    ['a premium item', item({}), 'visitor', ['Premium', 'VIP Elite']],
    ['a premium item', item({}), 'explorer', ['Premium', 'VIP Elite']],
    [
      'a premium item for less than a month',
      item({ priceCents: 499 }),
      'explorer',
      ['Buy it once', 'Premium', 'VIP Elite'],
    ],
    [
      'a premium item for more than a month',
      item({ priceCents: 1500 }),
      'explorer',
      ['Premium', 'Buy it once', 'VIP Elite'],
    ],
    ['a VIP item', vip, 'visitor', ['VIP Elite']],
    ['a VIP item', vip, 'premium', ['VIP Elite']],
    [
      'a VIP item that costs more than the difference',
      { ...vip, priceCents: 1600 },
      'premium',
      ['VIP Elite', 'Buy it once'],
    ],
    ['a free item that VIPs have first', early('free'), 'visitor', ['VIP Elite']],
    [
      'a premium item that VIPs have first',
      early('premium'),
      'visitor',
      ['VIP Elite', `Premium, from ${date}`],
    ],
    [
      'a premium item that VIPs have first, for sale',
      { ...early('premium'), priceCents: 499 },
      'explorer',
      ['Buy it and watch it now', 'VIP Elite', `Premium, from ${date}`],
    ],
    ['a premium item that VIPs have first', early('premium'), 'premium', ['VIP Elite']],
  ])('%s: %#', (_, facts, who, expected) => {
    expect(names(facts, who)).toEqual(expected);
  });

  test.each([
    ['free', 'visitor', `VIPs get it first. It opens to everyone on ${date}.`],
    ['premium', 'premium', `VIPs get it first. Premium opens it on ${date}.`],
    ['premium', 'explorer', null],
  ] as const)('a %s item that VIPs have first says to a %s when it opens by itself', (tier, who, wait) => {
    expect(unlocking(early(tier), holders[who] ?? null).wait).toBe(wait);
  });

  test('says what each way costs, and which plan the member has', () => {
    expect(unlocking(item({ priceCents: 499 }), holders.explorer ?? null)).toEqual({
      holds: 'You’re on the Explorer plan.',
      wait: null,
      pitch: null,
      options: [
        {
          name: 'Buy it once',
          price: '$4.99',
          terms: 'Pay once, keep it for good',
          note: null,
          button: { href: '/checkout/7', label: 'Buy Now' },
        },
        {
          name: 'Premium',
          price: '$9.99',
          terms: 'per month, until you cancel',
          note: null,
          button: { href: '/subscribe?plan=premium&from=/content/7', label: 'Get Premium' },
        },
        {
          name: 'VIP Elite',
          price: '$24.99',
          terms: 'per month, until you cancel',
          note: null,
          button: { href: '/subscribe?plan=vip&from=/content/7', label: 'Get VIP Elite' },
        },
      ],
    });
    expect(unlocking(early('premium'), holders.premium ?? null).holds).toBe(
      'You’re on the Premium plan. It opens this after early access for VIPs.',
    );
  });

  const counted = { plan: 'premium', others: 28, fresh: 3, liked: 4, isAll: true } as const;
  test.each([
    [{}, 'Premium opens this and 28 others today, 3 new this month; you liked 4 of them.'],
    [{ liked: 0 }, 'Premium opens this and 28 others today, 3 new this month.'],
    [{ fresh: 0, liked: 0, others: 1 }, 'Premium opens this and 1 other today.'],
    [
      { isAll: false, others: 640, fresh: 0 },
      'Premium opens this and more than 640 others today; you liked 4 of them.',
    ],
    [{ others: 0, fresh: 0, liked: 0 }, null],
  ])('what else the plan opens, with %o', (facts, pitch) => {
    expect(unlocking(item({}), null, { ...counted, ...facts }).pitch).toBe(pitch);
  });

  test.each([
    ['premium items', [item({}), item({ priceCents: 499 })], ['Premium', 'VIP Elite']],
    ['a VIP item among them', [item({}), vip, item({})], ['VIP Elite']],
    ['one that VIPs have first', [item({}), early('premium')], ['VIP Elite', `Premium, from ${date}`]],
    ['a free one that VIPs have first', [early('free'), item({})], ['VIP Elite']],
  ])('%s are opened together by plans alone', (_, items, expected) => {
    const { options } = unlockingAll(items, holders.explorer ?? null, '/map/way?from=1&to=2');
    expect(options.map(({ name }) => name)).toEqual(expected);
    expect(options[0]?.button?.href).toMatch(/&from=%2Fmap%2Fway%3Ffrom%3D1%26to%3D2$/);
  });

  test('leads visitors to sign up first, and back afterwards', () => {
    const { options, holds } = unlocking(item({ priceCents: 499 }), null);
    expect(holds).toBe('You are not signed in.');
    expect(options.map(({ button }) => decodeURIComponent(button?.href ?? ''))).toEqual([
      '/auth?tab=sign-up&next=/checkout/7',
      '/auth?tab=sign-up&next=/subscribe?plan=premium&from=/content/7',
      '/auth?tab=sign-up&next=/subscribe?plan=vip&from=/content/7',
    ]);
  });

  test.each([
    ['premium', /only the difference/, '/subscribe?plan=vip&from=/content/7'],
    ['gifted', null, '/subscribe?plan=vip&from=/content/7'],
    ['cancelled', /cancelled and ends on Jun 3, 2026: resume it first/, '/account/billing'],
    ['failing', /pay it first/, '/account/billing'],
    ['changing', /is waiting for its payment/, '/account/billing'],
  ])('a member whose premium is %s reads %s beside VIP', (who, note, href) => {
    expect(optionFor(/VIP/, vip, who)).toMatchObject({
      price: '$24.99',
      note: note ? expect.stringMatching(note) : null,
      button: { href },
    });
  });
});
