import type { PaidPlan } from '../../domain/plan-prices.ts';
import { PaymentRefused } from '../payment-errors.ts';
import type { PlanChangeOrder } from '../payments.ts';
import {
  changeExpiry,
  end,
  openInvoice,
  openInvoiceOf,
  paid,
  planTitle,
  refused,
  subscriptionOf,
  updated,
  voidInvoice,
} from './billing.server.ts';
import { savedCardPays, smallestCents } from './charges.server.ts';
import { file, type SubscriptionPaper } from './papers.server.ts';
import { prorationCents, type Room } from './room.server.ts';

const mustRun = (subscription: SubscriptionPaper) => {
  if (subscription.status !== 'active') {
    throw new PaymentRefused(`A subscription that is ${subscription.status} cannot change`, 'wrong_state');
  }
};

export function changeCents(room: Room, subscription: SubscriptionPaper, plan: PaidPlan, at: number): number {
  const cents = prorationCents(subscription, {
    oldCents: room.prices[subscription.plan],
    newCents: room.prices[plan],
    at,
  });
  return cents < smallestCents ? 0 : cents;
}

/** Changes the plan now with the saved card, or at the period's end without a charge.
 *  @returns the id of a payment that must still be confirmed, or nothing */
export async function changePlan(room: Room, change: PlanChangeOrder): Promise<string> {
  const subscription = await subscriptionOf(room, change.subscriptionId);
  const { plan } = change;
  mustRun(subscription);
  if (change.when === 'period_end') {
    const scheduledPlan = plan === subscription.plan ? null : plan;
    await updated(room, { ...subscription, scheduledPlan, cancelAtPeriodEnd: false });
    return '';
  }
  if (plan === subscription.plan) return '';
  const cleared = await forgetPending(room, subscription);
  const at = change.prorationAt?.getTime() ?? room.at;
  const amountCents = changeCents(room, cleared, plan, at);
  if (amountCents === 0) {
    await updated(room, { ...cleared, plan, scheduledPlan: null });
    return '';
  }
  const { payment } = await openInvoice(
    room,
    { ...cleared, pendingPlan: plan, scheduledPlan: null },
    {
      reason: 'change',
      amountCents,
      title: `Change to ${planTitle(plan)}`,
      periodStart: at,
      periodEnd: subscription.periodEnd,
      expiresAt: changeExpiry(room, subscription),
    },
  );
  if (await savedCardPays(room, subscription.customerId)) {
    await paid(room, payment);
    return '';
  }
  await refused(room, payment);
  return payment.id;
}

async function forgetPending(room: Room, subscription: SubscriptionPaper): Promise<SubscriptionPaper> {
  if (!subscription.pendingPlan) return subscription;
  const invoice = await openInvoiceOf(room, subscription);
  if (invoice?.reason === 'change') await voidInvoice(room, invoice);
  return file(room.db, { ...subscription, pendingPlan: null });
}

export async function undoPlanChange(room: Room, subscriptionId: string): Promise<void> {
  const subscription = await forgetPending(room, await subscriptionOf(room, subscriptionId));
  await updated(room, { ...subscription, scheduledPlan: null });
}

export async function setCancelAtPeriodEnd(
  room: Room,
  subscriptionId: string,
  cancel: boolean,
): Promise<void> {
  const subscription = await subscriptionOf(room, subscriptionId);
  if (subscription.status !== 'active' && subscription.status !== 'past_due') {
    throw new PaymentRefused(`A subscription that is ${subscription.status} cannot change`, 'wrong_state');
  }
  const scheduledPlan = cancel ? null : subscription.scheduledPlan;
  await updated(room, { ...subscription, cancelAtPeriodEnd: cancel, scheduledPlan });
}

export async function cancelNow(room: Room, subscriptionId: string): Promise<void> {
  const subscription = await subscriptionOf(room, subscriptionId);
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return;
  await end(room, subscription);
}
