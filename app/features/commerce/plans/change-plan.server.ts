import { db } from '../../../db/kysely.server.ts';
import { databaseRefusal } from '../../../db/refusals.server.ts';
import { type PaidPlan, planPriceCents } from '../../../domain/plan-prices.ts';
import { planNames } from '../../../domain/plans.ts';
import { Refused } from '../../../errors.ts';
import { PaymentDeclined, PaymentProviderDown, PaymentRefused } from '../../../payments/payment-errors.ts';
import type { MemberScope, SystemContext } from '../../../scope.ts';
import { endAttemptAtProvider } from './end-attempt.server.ts';
import { entitlementOf } from './entitlement.server.ts';
import { saveChangeKey } from './save-change-key.sql.server.ts';
import {
  closeAttempt,
  currentSubscription,
  isAttempt,
  isFailing,
  type SubscriptionRow,
} from './subscription-row.server.ts';
import { syncSubscription } from './sync.server.ts';

export interface ChangePreview {
  plan: PaidPlan;
  /** An upgrade is charged and begins at once. A downgrade begins at the period's end, without a charge. */
  when: 'now' | 'period_end';
  dueNowCents: number;
  nextAmountCents: number;
  nextBillingAt: Date;
  /** Must be sent back with the form, so that the charge equals the price shown. */
  prorationAt: Date | null;
}

export interface ChangedPlan {
  /** `payment_needed`: the old plan stays until the difference is paid, at `url` or with the secret. */
  state: 'changed' | 'scheduled' | 'payment_needed';
  url: string | null;
  clientSecret: string | null;
}

const priceLifeMs = 30 * 60_000;
const noAnswer = 'The payment provider did not answer. Your plan is as it was; please try again in a moment.';

type Running = SubscriptionRow & { subscriptionId: string; periodEnd: string };

async function runningPlan({ em, viewer }: MemberScope): Promise<Running> {
  const current = await currentSubscription(em, viewer.id);
  if (!current?.subscriptionId || !current.periodEnd || isAttempt(current.status)) {
    throw new Refused('You have no active plan to change.', { status: 409 });
  }
  return { ...current, subscriptionId: current.subscriptionId, periodEnd: current.periodEnd };
}

async function changeablePlan(scope: MemberScope, plan: PaidPlan): Promise<Running> {
  const running = await runningPlan(scope);
  if (running.status !== 'active' && running.status !== 'trialing') {
    throw new Refused('Your last payment failed. Please pay it first.', { status: 409 });
  }
  if (running.cancelAtPeriodEnd) {
    throw new Refused('Your plan is cancelled. Please resume it before you change it.', { status: 409 });
  }
  if (running.plan === plan) throw new Refused(`You already have ${planNames[plan]}.`, { status: 409 });
  return running;
}

/** What a change would cost and when it would begin. Nothing is changed.
 *  @throws Refused (409 without a plan, with this plan already, while a payment is missing or the plan is cancelled, or
 *    when the provider refuses; 503 without its answer) */
export async function previewPlanChange(scope: MemberScope, plan: PaidPlan): Promise<ChangePreview> {
  const { subscriptionId, periodEnd } = await changeablePlan(scope, plan);
  if (!isUpgrade(plan)) {
    const nextBillingAt = new Date(periodEnd);
    const later = { dueNowCents: 0, nextAmountCents: planPriceCents[plan], nextBillingAt, prorationAt: null };
    return { plan, when: 'period_end', ...later };
  }
  const seen = await translateProviderErrors(() => scope.payments.previewChange({ subscriptionId, plan }));
  const { dueNowCents, nextAmountCents, nextBillingAt, prorationAt } = seen;
  return { plan, when: 'now', dueNowCents, nextAmountCents, nextBillingAt, prorationAt };
}

// There are two paid plans, so a change to the dearer one is an upgrade.
const isUpgrade = (plan: PaidPlan) => plan === 'vip';

/** Changes the member's plan: an upgrade at once for the difference, a downgrade at the period's end.
 *  @param prorationAt from the preview; an upgrade without it, or with an old one, is refused
 *  @throws Refused, with the provider's message when the card was declined */
export async function changePlan(
  scope: MemberScope,
  plan: PaidPlan,
  { prorationAt }: { prorationAt?: Date | null } = {},
): Promise<ChangedPlan> {
  const running = await changeablePlan(scope, plan);
  const { subscriptionId } = running;
  if (!isUpgrade(plan)) {
    await sendChange(scope, running, `change:${plan}:period_end`, (idempotencyKey) =>
      scope.payments.changePlan({ subscriptionId, plan, when: 'period_end', idempotencyKey }),
    );
    return { state: 'scheduled', url: null, clientSecret: null };
  }
  // A form from before the plan began shows another price and announces a payment page.
  if (!prorationAt) {
    const has = `You already have ${planNames[running.plan]}.`;
    throw new Refused(`${has} Please check the cost of the change, then confirm it.`, { status: 409 });
  }
  const age = scope.now().getTime() - prorationAt.getTime();
  // The price depends on this moment, so the member may not choose it.
  if (!(age >= -1000 && age <= priceLifeMs)) {
    throw new Refused('The price shown is out of date. Please check it again.', { status: 409 });
  }
  const { payment } = await sendChange(
    scope,
    running,
    `change:${plan}:now:${prorationAt.toISOString()}`,
    (idempotencyKey) =>
      scope.payments.changePlan({ subscriptionId, plan, when: 'now', prorationAt, idempotencyKey }),
  );
  if (!payment) return { state: 'changed', url: null, clientSecret: null };
  return { state: 'payment_needed', url: payment.url, clientSecret: payment.clientSecret };
}

/** Ends the plan with its period, or at once when its payment is missing, so that another can begin. */
export async function cancelPlan(scope: MemberScope): Promise<void> {
  const { userId } = await runningPlan(scope);
  await endPlan(scope, userId, 'period_end');
}

/** Takes a cancellation back before the period ends.
 *  @throws Refused (409 without a plan, or when the provider refuses; 503 without its answer) */
export async function resumePlan(scope: MemberScope): Promise<void> {
  const running = await runningPlan(scope);
  const { subscriptionId } = running;
  await sendChange(scope, running, 'resume', (idempotencyKey) =>
    scope.payments.resume({ subscriptionId, idempotencyKey }),
  );
}

/** Drops a change that waits for the period's end or for its payment.
 *  @throws Refused (409 without a plan, or when the provider refuses; 503 without its answer) */
export async function undoPlanChange(scope: MemberScope): Promise<void> {
  const running = await runningPlan(scope);
  const { subscriptionId } = running;
  await sendChange(scope, running, 'undo', (idempotencyKey) =>
    scope.payments.undoPlanChange({ subscriptionId, idempotencyKey }),
  );
}

/** Ends a member's plan, at once (as when the account is deleted) or with its period. An attempt is closed, and ended
 *  too if it was paid just before. */
export async function endPlan(
  scope: SystemContext,
  userId: number,
  when: 'now' | 'period_end',
): Promise<void> {
  const { em, payments } = scope;
  const begun = await currentSubscription(em, userId);
  if (begun && isAttempt(begun.status)) await endBegun(scope, begun);
  const current = await currentSubscription(em, userId);
  if (!current?.subscriptionId) return;
  const { subscriptionId } = current;
  const { endsAt } = entitlementOf(current);
  const isClosed = isFailing(current.status) && !(endsAt && endsAt > scope.now());
  const isNow = when === 'now' || isClosed;
  await sendChange(scope, { ...current, subscriptionId }, isNow ? 'end' : 'cancel', (idempotencyKey) =>
    isNow
      ? payments.cancelNow({ subscriptionId, idempotencyKey })
      : payments.cancelAtPeriodEnd({ subscriptionId, idempotencyKey }),
  );
}

async function endBegun(scope: SystemContext, begun: SubscriptionRow) {
  await endAttemptAtProvider(scope, begun);
  const page = begun.checkoutId ? await scope.payments.retrieveCheckout(begun.checkoutId) : null;
  const subscriptionId = page?.subscriptionId ?? begun.subscriptionId;
  if (subscriptionId) await syncSubscription(scope, subscriptionId);
  await closeAttempt(scope.em, begun.id);
}

/** Sends a change under a key that is saved first, so that a repeated call after a lost answer has no second effect. */
async function sendChange<Answer>(
  scope: SystemContext,
  { id, subscriptionId }: { id: number; subscriptionId: string },
  name: string,
  perform: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const { em } = scope;
  const saved = await saveChangeKey(em, id, name);
  // An empty key would be the same for every member, and the provider would answer with another's change.
  if (!saved) throw new Error(`There is no subscription ${id} to change`);
  const { key } = saved;
  const done = () =>
    db(em)
      .updateTable('subscriptions')
      .set({ unanswered_change: null, change_key: null })
      .where('change_key', '=', key)
      .execute();
  const answer = await translateProviderErrors(() => perform(key)).catch(async (error: Error) => {
    const { cause } = error;
    if (!(cause instanceof PaymentProviderDown) || cause.keySpent) await done();
    throw error;
  });
  // The provider has made the change. If its state cannot be read or saved now, the webhook does it, or the
  // reconciler, which finds the saved key.
  try {
    await syncSubscription(scope, subscriptionId);
    await done();
  } catch (error) {
    if (!(error instanceof PaymentProviderDown || databaseRefusal(error))) throw error;
  }
  return answer;
}

/** Turns the provider's errors into ours. @throws Refused (503 without an answer, 409 when it declined or refused) */
async function translateProviderErrors<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PaymentProviderDown) throw new Refused(noAnswer, { status: 503, cause: error });
    if (error instanceof PaymentDeclined) {
      throw new Refused(`Payment Failed: ${error.message}`, { status: 409, cause: error });
    }
    if (error instanceof PaymentRefused) {
      throw new Refused('Your plan cannot be changed this way right now.', { status: 409, cause: error });
    }
    throw error;
  }
}
