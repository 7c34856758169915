import { subscribePath } from '../../../../domain/checkout-paths.ts';
import type { PaidPlan } from '../../../../domain/plan-prices.ts';
import { planPriceCents } from '../../../../domain/plan-prices.ts';
import { includesPlan, planNames } from '../../../../domain/plans.ts';
import type { Tier } from '../../../../domain/tiers.ts';
import { dayOf, momentOf, onMoment } from '../../../../ui/date.ts';
import { money } from '../../../../ui/money.ts';
import { count } from '../../../../ui/number.ts';
import type { BillingSummary } from '../billing-summary.server.ts';

/** One way to open an item. */
export interface UnlockOption {
  name: string;
  price: string;
  terms: string;
  /** What else must be known before it is chosen. */
  note: string | null;
  button: { href: string; label: string } | null;
}

export interface Unlocking {
  holds: string;
  /** When the item opens by itself. */
  wait: string | null;
  /** What else the plan opens; null when that would be no reason to buy it. */
  pitch: string | null;
  /** The cheapest one that opens it now comes first. */
  options: UnlockOption[];
}

export interface Locked {
  id: number;
  tier: Tier;
  /** During early access: the item's own tier, and the end of early access. */
  tierAfter: Tier | null;
  earlyUntil: string | null;
  priceCents: number | null;
  /** Where a paid plan leads back to, as it stands in an address; the item's page by default. */
  back?: string;
}

export type Holder = Pick<BillingSummary, 'plan' | 'subscription'> | null;

/** What a plan opens besides this item, for this viewer. */
export interface Opened {
  plan: PaidPlan;
  others: number;
  fresh: number;
  liked: number;
  isAll: boolean;
}

/** The cheapest plan that opens the item now. */
export const planOffered = ({ tier }: Pick<Locked, 'tier'>): PaidPlan =>
  tier === 'premium' ? 'premium' : 'vip';

/** All ways to open a locked item for this viewer: waiting, plans, buying (ADR-018). */
export function unlocking(item: Locked, holder: Holder, opened: Opened | null = null): Unlocking {
  const own = item.tierAfter ?? item.tier;
  const plans: PaidPlan[] = own === 'premium' ? ['premium', 'vip'] : ['vip'];
  const offered = plans.filter((plan) => !includesPlan(holder?.plan ?? 'free', plan));
  const options = [
    ...offered.filter((plan) => opensNow(item, plan)).map((plan) => planOption(item, plan, holder)),
    ...buying(item, holder),
  ].toSorted((one, other) => one.cents - other.cents);
  const later = offered.filter((plan) => !opensNow(item, plan)).map((plan) => planOption(item, plan, holder));
  return {
    holds: holdsNow(item, holder),
    wait: waiting(item, holder),
    pitch: opened && pitchOf(opened),
    options: [...options, ...later].map(({ cents: _, ...option }) => option),
  };
}

/** All ways to open several locked items at once: only plans do. */
export function unlockingAll(items: readonly Locked[], holder: Holder, back: string): Unlocking {
  // What opens the hardest one opens the others.
  const hardest = items.toSorted((one, other) => hardness(other) - hardness(one))[0] as Locked;
  const { options, holds } = unlocking(
    { ...hardest, priceCents: null, back: encodeURIComponent(back) },
    holder,
  );
  return { options, holds, wait: null, pitch: null };
}

const hardness = ({ tier, tierAfter }: Locked) => (tier === 'vip' ? 2 : 0) + (tierAfter === null ? 1 : 0);

const opensNow = ({ earlyUntil }: Locked, plan: PaidPlan) => plan === 'vip' || !earlyUntil;

function pitchOf({ plan, others, fresh, liked, isAll }: Opened): string | null {
  if (others === 0) return null;
  const number = `${isAll ? '' : 'more than '}${count(others)} ${others === 1 ? 'other' : 'others'}`;
  const isNew = fresh > 0 ? `, ${count(fresh)} new this month` : '';
  const isLiked = liked > 0 ? `; you liked ${count(liked)} of them` : '';
  return `${planNames[plan]} opens this and ${number} today${isNew}${isLiked}.`;
}

function holdsNow(item: Locked, holder: Holder): string {
  if (!holder) return 'You are not signed in.';
  const has = `You’re on the ${planNames[holder.plan]} plan.`;
  if (!item.earlyUntil || !item.tierAfter || !includesPlan(holder.plan, item.tierAfter)) return has;
  return `${has} It opens this after early access for VIPs.`;
}

function waiting({ tierAfter, earlyUntil }: Locked, holder: Holder): string | null {
  if (!tierAfter || !earlyUntil) return null;
  const isEnough = tierAfter === 'free' || (holder !== null && includesPlan(holder.plan, tierAfter));
  if (!isEnough) return null;
  const then = tierAfter === 'free' ? 'It opens to everyone' : `${planNames[tierAfter]} opens it`;
  return `VIPs get it first. ${then} ${onMoment(earlyUntil)}.`;
}

type Priced = UnlockOption & { cents: number };

function planOption(item: Locked, plan: PaidPlan, holder: Holder): Priced {
  const cents = planPriceCents[plan];
  const back = item.back ?? `/content/${item.id}`;
  const name = opensNow(item, plan)
    ? planNames[plan]
    : `${planNames[plan]}, from ${momentOf(item.earlyUntil ?? '')}`;
  const option = { name, price: money(cents), terms: 'per month, until you cancel', note: null, cents };
  if (!holder) {
    const href = signUp(subscribePath(plan, back));
    return { ...option, button: { href, label: `Sign up for ${planNames[plan]}` } };
  }
  const stuck = endedPlanText(plan, holder.subscription);
  if (stuck) return { ...option, ...stuck };
  const isUpgrade = holder.subscription?.plan === 'premium';
  const button = {
    href: subscribePath(plan, back),
    label: `${isUpgrade ? 'Change to' : 'Get'} ${planNames[plan]}`,
  };
  if (!isUpgrade) return { ...option, button };
  const note = 'Today you pay only the difference for the rest of your month. You see it before you pay.';
  return { ...option, note, button, cents: cents - planPriceCents.premium };
}

const billing = { href: '/account/billing', label: 'Go to billing' };

/** What must be settled before a plan can begin or change. It follows the rules of `changePlan`. */
function endedPlanText(
  plan: PaidPlan,
  subscription: NonNullable<Holder>['subscription'],
): Pick<UnlockOption, 'note' | 'button'> | null {
  if (!subscription) return null;
  if (subscription.graceUntil) return { note: 'Your last payment failed: pay it first.', button: billing };
  if (subscription.pendingPlan === plan)
    return { note: 'Your change is waiting for its payment.', button: billing };
  if (!subscription.endsAt) return null;
  const ends = `${planNames[subscription.plan]} is cancelled and ends on ${dayOf(subscription.endsAt)}`;
  return { note: `${ends}: resume it first.`, button: billing };
}

function buying({ id, priceCents, earlyUntil }: Locked, holder: Holder): Priced[] {
  if (priceCents === null) return [];
  const path = `/checkout/${id}`;
  return [
    {
      name: earlyUntil ? 'Buy it and watch it now' : 'Buy it once',
      price: money(priceCents),
      terms: 'Pay once, keep it for good',
      note: null,
      button: holder ? { href: path, label: 'Buy Now' } : { href: signUp(path), label: 'Sign up to buy' },
      cents: priceCents,
    },
  ];
}

const signUp = (next: string) => `/auth?tab=sign-up&next=${encodeURIComponent(next)}`;
