import type { PaidPlan } from '../../../domain/plan-prices.ts';
import { planPriceCents } from '../../../domain/plan-prices.ts';
import { includesPlan, planNames } from '../../../domain/plans.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { dayOf, momentOf, onMoment } from '../../../ui/date.ts';
import { money } from '../../../ui/money.ts';
import type { BillingSummary } from './billing-summary.server.ts';

export interface UnlockOption {
  name: string;
  today: string;
  later: string;
  button: { href: string; label: string } | null;
}

export interface Unlocking {
  holds: string;
  options: UnlockOption[];
}

export interface Locked {
  id: number;
  tier: Tier;
  /** During early access: the item's own tier, and the end of early access. */
  tierAfter: Tier | null;
  earlyUntil: string | null;
  priceCents: number | null;
}

export type Holder = Pick<BillingSummary, 'plan' | 'subscription'> | null;

/** All ways to open a locked item for this viewer: waiting, plans, buying (ADR-018). */
export function unlocking(item: Locked, holder: Holder): Unlocking {
  const own = item.tierAfter ?? item.tier;
  // Plans that open it now come before those that open it later.
  const plans: PaidPlan[] =
    own !== 'premium' ? ['vip'] : item.earlyUntil ? ['vip', 'premium'] : ['premium', 'vip'];
  return {
    holds: holdsNow(item, holder),
    options: [
      ...waiting(item, holder),
      ...plans
        .filter((plan) => !includesPlan(holder?.plan ?? 'free', plan))
        .map((plan) => planOption(item, plan, holder)),
      ...buying(item, holder),
    ],
  };
}

function holdsNow(item: Locked, holder: Holder): string {
  if (!holder) return 'You are not signed in.';
  const has = `You’re on the ${planNames[holder.plan]} plan.`;
  if (!item.earlyUntil || !item.tierAfter || !includesPlan(holder.plan, item.tierAfter)) return has;
  return `${has} It opens this after early access for VIPs.`;
}

function waiting({ tierAfter, earlyUntil }: Locked, holder: Holder): UnlockOption[] {
  if (!tierAfter || !earlyUntil) return [];
  const isEnough = tierAfter === 'free' || (holder !== null && includesPlan(holder.plan, tierAfter));
  if (!isEnough) return [];
  const then = tierAfter === 'free' ? 'It opens to everyone' : `${planNames[tierAfter]} opens it`;
  return [
    {
      name: 'Wait',
      today: 'Nothing: VIPs get it first',
      later: `${then} ${onMoment(earlyUntil)}`,
      button: null,
    },
  ];
}

function planOption(item: Locked, plan: PaidPlan, holder: Holder): UnlockOption {
  const price = money(planPriceCents[plan]);
  const opensLater = plan !== 'vip' && item.earlyUntil;
  const name = opensLater ? `${planNames[plan]}, from ${momentOf(opensLater)}` : planNames[plan];
  const later = `${price} per month, until you cancel`;
  if (!holder) {
    const href = signUp(`/subscribe?plan=${plan}`);
    return { name, today: price, later, button: { href, label: `Sign up for ${planNames[plan]}` } };
  }
  const stuck = endedPlanText(plan, holder.subscription);
  if (stuck) return { name, later, ...stuck };
  const isUpgrade = holder.subscription?.plan === 'premium';
  const button = {
    href: `/subscribe?plan=${plan}`,
    label: `${isUpgrade ? 'Change to' : 'Get'} ${planNames[plan]}`,
  };
  const today = isUpgrade
    ? 'Only the difference for the rest of your month, shown to the cent before you pay'
    : price;
  return { name, today, later, button };
}

const billing = { href: '/account/billing', label: 'Go to billing' };

/** What must be settled before a plan can begin or change. It follows the rules of `changePlan`. */
function endedPlanText(
  plan: PaidPlan,
  subscription: NonNullable<Holder>['subscription'],
): Pick<UnlockOption, 'today' | 'button'> | null {
  if (!subscription) return null;
  if (subscription.graceUntil) return { today: 'Your last payment failed: pay it first', button: billing };
  if (subscription.pendingPlan === plan)
    return { today: 'Your change is waiting for its payment', button: billing };
  if (!subscription.endsAt) return null;
  const ends = `${planNames[subscription.plan]} is cancelled and ends on ${dayOf(subscription.endsAt)}`;
  return { today: `${ends}: resume it first`, button: billing };
}

function buying({ id, priceCents, earlyUntil }: Locked, holder: Holder): UnlockOption[] {
  if (priceCents === null) return [];
  const path = `/checkout/${id}`;
  return [
    {
      name: earlyUntil ? 'Buy it and watch it now' : 'Buy it once',
      today: money(priceCents),
      later: 'Nothing: yours to keep, on any plan',
      button: holder ? { href: path, label: 'Buy Now' } : { href: signUp(path), label: 'Sign up to buy' },
    },
  ];
}

const signUp = (next: string) => `/auth?tab=sign-up&next=${encodeURIComponent(next)}`;
