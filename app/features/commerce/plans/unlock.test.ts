import { describe, expect, test } from 'vitest';
import { type Holder, type Locked, unlocking } from './unlock.ts';

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
const wayTo = (name: RegExp, facts: Locked, who: string) =>
  unlocking(facts, holders[who] ?? null).options.find((way) => name.test(way.name));

describe('what unlocks an item', () => {
  const vip = item({ tier: 'vip' });
  const date = 'Jun 3, 2026, 15:00 UTC';
  // What is offered, in its order.
  test.each([
    ['a premium item', item({}), 'visitor', ['Premium', 'VIP Elite']],
    ['a premium item', item({}), 'explorer', ['Premium', 'VIP Elite']],
    [
      'a premium item for sale',
      item({ priceCents: 499 }),
      'explorer',
      ['Premium', 'VIP Elite', 'Buy it once'],
    ],
    ['a VIP item', vip, 'visitor', ['VIP Elite']],
    ['a VIP item', vip, 'premium', ['VIP Elite']],
    ['a free item that VIPs have first', early('free'), 'visitor', ['Wait', 'VIP Elite']],
    ['a free item that VIPs have first', early('free'), 'premium', ['Wait', 'VIP Elite']],
    [
      'a premium item that VIPs have first',
      early('premium'),
      'visitor',
      ['VIP Elite', `Premium, from ${date}`],
    ],
    [
      'a premium item that VIPs have first',
      early('premium'),
      'explorer',
      ['VIP Elite', `Premium, from ${date}`],
    ],
    ['a premium item that VIPs have first', early('premium'), 'premium', ['Wait', 'VIP Elite']],
    [
      'one that is for sale meanwhile',
      { ...early('premium'), priceCents: 499 },
      'premium',
      ['Wait', 'VIP Elite', 'Buy it and watch it now'],
    ],
  ])('%s: %#', (_, facts, who, expected) => {
    expect(names(facts, who)).toEqual(expected);
  });

  test('says what each way costs today and later, and which plan the member has', () => {
    expect(unlocking(item({ priceCents: 499 }), holders.explorer ?? null)).toEqual({
      holds: 'You have Explorer.',
      options: [
        {
          name: 'Premium',
          today: '$9.99',
          later: '$9.99 per month, until you cancel',
          button: { href: '/subscribe?plan=premium', label: 'Get Premium' },
        },
        {
          name: 'VIP Elite',
          today: '$24.99',
          later: '$24.99 per month, until you cancel',
          button: { href: '/subscribe?plan=vip', label: 'Get VIP Elite' },
        },
        {
          name: 'Buy it once',
          today: '$4.99',
          later: 'Nothing: yours to keep, on any plan',
          button: { href: '/checkout/7', label: 'Buy Now' },
        },
      ],
    });
    expect(unlocking(early('premium'), holders.premium ?? null)).toMatchObject({
      holds: 'You have Premium. It opens this after early access for VIPs.',
      options: [{ later: `Premium opens it on ${date}`, button: null }, {}],
    });
    expect(wayTo(/Wait/, early('free'), 'visitor')).toMatchObject({
      today: 'Nothing: VIPs get it first',
      later: `It opens to everyone on ${date}`,
    });
  });

  test('leads visitors to sign up first, and back afterwards', () => {
    const { options, holds } = unlocking(item({ priceCents: 499 }), null);
    expect(holds).toBe('You are not signed in.');
    expect(options.map(({ button }) => decodeURIComponent(button?.href ?? ''))).toEqual([
      '/auth?tab=sign-up&next=/subscribe?plan=premium',
      '/auth?tab=sign-up&next=/subscribe?plan=vip',
      '/auth?tab=sign-up&next=/checkout/7',
    ]);
  });

  test.each([
    ['premium', /^Only the difference/, '/subscribe?plan=vip'],
    ['gifted', /^\$24\.99$/, '/subscribe?plan=vip'],
    ['cancelled', /cancelled and ends on Jun 3, 2026: resume it first/, '/account/billing'],
    ['failing', /pay it first/, '/account/billing'],
    ['changing', /waits for its payment/, '/account/billing'],
  ])('a member whose premium is %s pays %s for VIP', (who, today, href) => {
    expect(wayTo(/VIP/, vip, who)).toMatchObject({
      today: expect.stringMatching(today),
      button: { href },
    });
  });
});
