import { randomUUID } from 'node:crypto';
import { row } from '../../db/sql.server.ts';
import { Refused } from '../../errors.ts';
import { PaymentDeclined, PaymentProviderDown, PaymentRefused } from '../../payments/payment-errors.ts';
import { type PaidPlan, planPriceCents } from '../../payments/plan-prices.ts';
import type { HouseScope, MemberScope } from '../../scope.ts';
import { endAttemptAtProvider } from './end-attempt.server.ts';
import { entitlementOf } from './entitlement.server.ts';
import { planNames } from './plans.ts';
import {
  closeAttempt,
  isAttempt,
  isFailing,
  liveSubscription,
  type SubscriptionRow,
} from './subscription-row.server.ts';
import { syncSubscription } from './sync.server.ts';

export interface ChangePreview {
  plan: PaidPlan;
  /** An upgrade is charged and takes effect at once; a downgrade waits and charges nothing now. */
  when: 'now' | 'period_end';
  dueNowCents: number;
  nextAmountCents: number;
  nextBillingAt: Date;
  /** To be sent back with the form, so that the charge equals the price shown. */
  prorationAt: Date | null;
}

export interface ChangedPlan {
  /** `payment_needed`: the old plan stays until the difference is paid at `url` or with the secret. */
  state: 'changed' | 'scheduled' | 'payment_needed';
  url: string | null;
  clientSecret: string | null;
}

/** How long a shown price may be charged, in ms. */
const priceLifeMs = 30 * 60_000;
const noAnswer = 'The payment provider did not answer. Your plan is as it was; please try again in a moment.';

type Running = SubscriptionRow & { subscriptionId: string; periodEnd: string };

/** The member's running plan. @throws Refused when there is none, or it must be paid or kept first */
async function runningPlan({ em, viewer }: MemberScope): Promise<Running> {
  const live = await liveSubscription(em, viewer.id);
  if (!live?.subscriptionId || !live.periodEnd || isAttempt(live.status)) {
    throw new Refused('You have no running plan to change.', { status: 409 });
  }
  return { ...live, subscriptionId: live.subscriptionId, periodEnd: live.periodEnd };
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

/** What a change of plan would cost, and when it would take effect. @throws Refused */
export async function previewPlanChange(scope: MemberScope, plan: PaidPlan): Promise<ChangePreview> {
  const { subscriptionId, periodEnd } = await changeablePlan(scope, plan);
  if (!isUpgrade(plan)) {
    const nextBillingAt = new Date(periodEnd);
    const later = { dueNowCents: 0, nextAmountCents: planPriceCents[plan], nextBillingAt, prorationAt: null };
    return { plan, when: 'period_end', ...later };
  }
  const seen = await asking(() => scope.payments.previewChange({ subscriptionId, plan }));
  const { dueNowCents, nextAmountCents, nextBillingAt, prorationAt } = seen;
  return { plan, when: 'now', dueNowCents, nextAmountCents, nextBillingAt, prorationAt };
}

// Of two paid plans, the dearer can only be changed to from the cheaper one.
const isUpgrade = (plan: PaidPlan) => plan === 'vip';

/**
 * Changes the member's plan: up at once for the difference, down at the period's end.
 * @param prorationAt the preview's; an upgrade whose price was not shown, or too long ago, is refused
 * @throws Refused, also with the provider's own words when the card was declined
 */
export async function changePlan(
  scope: MemberScope,
  plan: PaidPlan,
  { prorationAt }: { prorationAt?: Date | null } = {},
): Promise<ChangedPlan> {
  const running = await changeablePlan(scope, plan);
  const { subscriptionId } = running;
  if (!isUpgrade(plan)) {
    await act(scope, running, `change:${plan}:period_end`, (idempotencyKey) =>
      scope.payments.changePlan({ subscriptionId, plan, when: 'period_end', idempotencyKey }),
    );
    return { state: 'scheduled', url: null, clientSecret: null };
  }
  // A page from before there was a plan shows another price, and says that a payment page comes first.
  if (!prorationAt) {
    const has = `You have ${planNames[running.plan]} already.`;
    throw new Refused(`${has} Please look at what the change costs, then confirm it.`, { status: 409 });
  }
  const age = scope.now().getTime() - prorationAt.getTime();
  // A moment of the member's choosing would be a price of the member's choosing.
  if (!(age >= -1000 && age <= priceLifeMs)) {
    throw new Refused('The price shown is too old. Please look at it again.', { status: 409 });
  }
  const { payment } = await act(
    scope,
    running,
    `change:${plan}:now:${prorationAt.toISOString()}`,
    (idempotencyKey) =>
      scope.payments.changePlan({ subscriptionId, plan, when: 'now', prorationAt, idempotencyKey }),
  );
  if (!payment) return { state: 'changed', url: null, clientSecret: null };
  return { state: 'payment_needed', url: payment.url, clientSecret: payment.clientSecret };
}

/** Lets the plan end with its period; until then nothing changes. One that gives nothing any more, because its
 *  payment is missing, ends at once, so that another can begin. */
export async function cancelPlan(scope: MemberScope): Promise<void> {
  const { userId } = await runningPlan(scope);
  await endPlan(scope, userId, 'period_end');
}

/** Takes a cancellation back while the period lasts. */
export async function resumePlan(scope: MemberScope): Promise<void> {
  const running = await runningPlan(scope);
  const { subscriptionId } = running;
  await act(scope, running, 'resume', (idempotencyKey) =>
    scope.payments.resume({ subscriptionId, idempotencyKey }),
  );
}

/** Forgets a change that waits for the period's end or for its payment. */
export async function undoPlanChange(scope: MemberScope): Promise<void> {
  const running = await runningPlan(scope);
  const { subscriptionId } = running;
  await act(scope, running, 'undo', (idempotencyKey) =>
    scope.payments.undoPlanChange({ subscriptionId, idempotencyKey }),
  );
}

/**
 * Ends a member's plan, whoever wants it: at once, as when the account is gone, or with its period. What they had
 * begun to pay for is closed, and ended as well if it was paid in this very moment.
 */
export async function endPlan(scope: HouseScope, userId: number, when: 'now' | 'period_end'): Promise<void> {
  const { em, payments } = scope;
  const begun = await liveSubscription(em, userId);
  if (begun && isAttempt(begun.status)) await endBegun(scope, begun);
  const live = await liveSubscription(em, userId);
  if (!live?.subscriptionId) return;
  const { subscriptionId } = live;
  const { endsAt } = entitlementOf(live);
  const isClosed = isFailing(live.status) && !(endsAt && endsAt > scope.now());
  const isNow = when === 'now' || isClosed;
  await act(scope, { ...live, subscriptionId }, isNow ? 'end' : 'cancel', (idempotencyKey) =>
    isNow
      ? payments.cancelNow({ subscriptionId, idempotencyKey })
      : payments.cancelAtPeriodEnd({ subscriptionId, idempotencyKey }),
  );
}

async function endBegun(scope: HouseScope, begun: SubscriptionRow) {
  await endAttemptAtProvider(scope, begun);
  const page = begun.checkoutId ? await scope.payments.retrieveCheckout(begun.checkoutId) : null;
  const subscriptionId = page?.subscriptionId ?? begun.subscriptionId;
  if (subscriptionId) await syncSubscription(scope, subscriptionId);
  await closeAttempt(scope.em, begun.id);
}

/** Carries out a change under a key that is saved first: asking again after a lost answer finds the same act. */
async function act<Answer>(
  scope: HouseScope,
  { id, subscriptionId }: { id: number; subscriptionId: string },
  name: string,
  perform: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const { em } = scope;
  const saved = await row<{ key: string }>(em)`
    update subscriptions set act = ${name},
      act_key = case when act = ${name} then act_key else ${`act:${randomUUID()}`} end
    where id = ${id} returning act_key as key`;
  const key = saved?.key ?? '';
  const done = () => row(em)`update subscriptions set act = null, act_key = null where act_key = ${key}`;
  try {
    const answer = await asking(() => perform(key));
    if (await isHeard(scope, subscriptionId)) await done();
    return answer;
  } catch (error) {
    const { cause } = error as Error;
    if (!(cause instanceof PaymentProviderDown) || cause.keySpent) await done();
    throw error;
  }
}

/** Whether the provider could still be asked what it has done. If not, the change holds all the same: its webhook,
 *  or the reconciler by the act that is left in the row, brings it here. */
async function isHeard(scope: HouseScope, subscriptionId: string): Promise<boolean> {
  try {
    await syncSubscription(scope, subscriptionId);
    return true;
  } catch (error) {
    if (!(error instanceof PaymentProviderDown)) throw error;
    return false;
  }
}

/** The provider's ways to say no, as the product's. */
async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PaymentProviderDown) throw new Refused(noAnswer, { status: 503, cause: error });
    if (error instanceof PaymentDeclined) {
      throw new Refused(`Payment Failed: ${error.message}`, { status: 409, cause: error });
    }
    if (error instanceof PaymentRefused) {
      throw new Refused('Your plan cannot be changed like this now.', { status: 409, cause: error });
    }
    throw error;
  }
}
