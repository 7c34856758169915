import { row } from '../../db/sql.server.ts';
import { Refused } from '../../errors.ts';
import { PaymentKeyReused, PaymentProviderDown, PaymentRefused } from '../../payments/payment-errors.ts';
import type { SubscriptionState } from '../../payments/payment-states.ts';
import type { PaidPlan } from '../../payments/plan-prices.ts';
import type { MemberScope } from '../../scope.ts';
import type { Tier } from '../content/words.ts';
import { spend } from '../limits/spend.server.ts';
import { subscriptionReturnPath } from '../purchases/addresses.ts';
import { beingProcessed } from '../purchases/words.ts';
import { customerOf } from './customers.server.ts';
import { endAttemptAtProvider } from './end-attempt.server.ts';
import { includesPlan, planNames } from './plans.ts';
import {
  closeAttempt,
  insertAttempt,
  isAttempt,
  keepAttempt,
  liveSubscription,
  renewAttempt,
  type SubscriptionRow,
} from './subscription-row.server.ts';
import { syncSubscription } from './sync.server.ts';

export interface StartedSubscription {
  subscriptionId: string | null;
  /** For the card form that `enhance/pay.ts` adds to the page. */
  clientSecret: string | null;
  /** The provider's own page, for everybody else. */
  url: string | null;
}

export const subscriptionFailed = 'Failed to initialize subscription';

/** Providers forget a key after a day, and an unpaid plan as well. */
const attemptLifeMs = 20 * 3_600_000;

/**
 * Begins or finds again the member's one attempt at a plan and opens a way to pay for it: the hosted page with
 * `hosted`, else a client secret. Its row and key exist before the provider is asked.
 * @throws Refused (409 when the member has a plan already, 503 without the provider, 429)
 */
export async function startSubscription(
  scope: MemberScope,
  plan: PaidPlan,
  { hosted = false }: { hosted?: boolean } = {},
): Promise<StartedSubscription> {
  await spend(scope, 'purchase');
  try {
    for (let turns = 0; turns < 8; turns += 1) {
      const attempt = await openAttempt(scope, plan);
      const started = attempt && (await open(scope, attempt, hosted));
      if (started) return started;
    }
  } catch (error) {
    if (!(error instanceof PaymentProviderDown || error instanceof PaymentRefused)) throw error;
    throw new Refused(subscriptionFailed, { status: 503, cause: error });
  }
  throw new Refused(subscriptionFailed, { status: 503 });
}

/** The open attempt at this plan; null after one at another plan, or an old one, was ended. */
async function openAttempt(scope: MemberScope, plan: PaidPlan): Promise<SubscriptionRow | null> {
  const { em, viewer, now } = scope;
  const { open, outdated } = await em.transactional(async (em) => {
    await row(em)`select 1 from users where id = ${viewer.id} for update`;
    const live = await liveSubscription(em, viewer.id);
    // A plan that was given, not paid for.
    if (!live && includesPlan(viewer.plan, plan)) throw alreadyHas(viewer.plan);
    if (!live) return { open: await insertAttempt(em, { userId: viewer.id, plan, at: now() }) };
    if (!isAttempt(live.status)) throw hasPlan(live);
    const isOld = now().getTime() - new Date(live.createdAt).getTime() > attemptLifeMs;
    return live.plan === plan && !isOld ? { open: live } : { outdated: live };
  });
  if (open) return open;
  await refuseProcessing(scope, await stateOf(scope, outdated));
  await endAttemptAtProvider(scope, outdated);
  if (!(await wasPaid(scope, outdated))) await closeAttempt(em, outdated.id);
  return null;
}

const alreadyHas = (plan: Tier) =>
  new Refused(`You already have ${planNames[plan]}. You can change it on your billing page.`, {
    status: 409,
  });

function hasPlan({ status, plan }: SubscriptionRow): Refused {
  if (status === 'active' || status === 'trialing') return alreadyHas(plan);
  return new Refused('Your last payment failed. You can pay it on your billing page.', { status: 409 });
}

/** The subscription that an attempt has become at the provider. */
async function stateOf({ payments }: MemberScope, { subscriptionId, checkoutId }: SubscriptionRow) {
  const session = checkoutId ? await payments.retrieveCheckout(checkoutId) : null;
  const id = session?.subscriptionId ?? subscriptionId;
  return id ? payments.retrieveSubscription(id) : null;
}

/** @throws Refused while a bank is still working on the first payment, which cannot be called back */
async function refuseProcessing({ payments }: MemberScope, state: SubscriptionState | null) {
  if (state?.status !== 'incomplete' || !state.latestInvoiceId) return;
  const invoice = await payments.retrieveInvoice(state.latestInvoiceId);
  const payment = invoice?.paymentId ? await payments.retrievePayment(invoice.paymentId) : null;
  if (payment?.status !== 'processing') return;
  const link = {
    href: `${subscriptionReturnPath}?payment_intent=${payment.paymentId}`,
    label: 'See how it stands',
  };
  throw new Refused(beingProcessed, { status: 409, link });
}

/** Whether an attempt turns out to be paid; it is taken over then. */
async function wasPaid(scope: MemberScope, attempt: SubscriptionRow) {
  const state = await stateOf(scope, attempt);
  await refuseProcessing(scope, state);
  if (!state || state.status === 'incomplete' || state.status === 'incomplete_expired') return false;
  await syncSubscription(scope, state.subscriptionId);
  return state.status !== 'canceled';
}

/** Opens one way to pay; null when the attempt changed meanwhile and must be looked at again. */
async function open(
  scope: MemberScope,
  attempt: SubscriptionRow,
  hosted: boolean,
): Promise<StartedSubscription | null> {
  if (!(await isUsable(scope, attempt, hosted))) return null;
  const customerId = await customerOf(scope);
  try {
    return await (hosted ? openPage(scope, attempt, customerId) : openForm(scope, attempt, customerId));
  } catch (error) {
    const isSpent =
      error instanceof PaymentKeyReused || (error instanceof PaymentProviderDown && error.keySpent);
    if (!isSpent) throw error;
    // Under this key the provider answers nothing useful any more: end what it made, then take a new key.
    for (const { subscriptionId, status } of await scope.payments.findSubscriptions(customerId)) {
      if (status === 'incomplete') await endAttemptAtProvider(scope, { subscriptionId, checkoutId: null });
    }
    await renewAttempt(scope.em, attempt.id);
    return null;
  }
}

/** Looks at what was opened before, so that nobody pays twice: true when a way to pay may be opened now. */
async function isUsable(scope: MemberScope, attempt: SubscriptionRow, hosted: boolean): Promise<boolean> {
  const { subscriptionId, checkoutId } = attempt;
  if (!subscriptionId && !checkoutId) return true;
  if (await wasPaid(scope, attempt)) return false;
  const session = checkoutId ? await scope.payments.retrieveCheckout(checkoutId) : null;
  const state = subscriptionId ? await scope.payments.retrieveSubscription(subscriptionId) : null;
  if (hosted && session?.status === 'open' && !subscriptionId) return true;
  if (!hosted && state?.status === 'incomplete' && !checkoutId) return true;
  // The key goes first: should we die now, the old way can still be paid, and is then taken over as always.
  await renewAttempt(scope.em, attempt.id);
  await endAttemptAtProvider(scope, attempt);
  return false;
}

const orderOf = ({ userId, plan }: SubscriptionRow, customerId: string) => ({
  customerId,
  memberId: String(userId),
  plan,
});

async function openForm(scope: MemberScope, attempt: SubscriptionRow, customerId: string) {
  const { subscriptionId, clientSecret } = await scope.payments.createSubscription({
    ...orderOf(attempt, customerId),
    idempotencyKey: attempt.idempotencyKey,
  });
  const made = { subscriptionId, checkoutId: null };
  if (await keepAttempt(scope.em, attempt, made)) return { subscriptionId, clientSecret, url: null };
  await endAttemptAtProvider(scope, made);
  return null;
}

async function openPage(scope: MemberScope, attempt: SubscriptionRow, customerId: string) {
  const { sessionId, url } = await scope.payments.hostedCheckout({
    kind: 'subscription',
    ...orderOf(attempt, customerId),
    successUrl: `${scope.origin}${subscriptionReturnPath}`,
    cancelUrl: `${scope.origin}/subscribe?plan=${attempt.plan}`,
    idempotencyKey: `${attempt.idempotencyKey}:page`,
  });
  const made = { subscriptionId: null, checkoutId: sessionId };
  if (await keepAttempt(scope.em, attempt, made)) return { subscriptionId: null, clientSecret: null, url };
  await endAttemptAtProvider(scope, made);
  return null;
}
