import { lockMembers } from '../../../db/lock-order.server.ts';
import { subscriptionReturnPath } from '../../../domain/checkout-paths.ts';
import type { PaidPlan } from '../../../domain/plan-prices.ts';
import { includesPlan, planNames } from '../../../domain/plans.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { Refused } from '../../../errors.ts';
import type { SubscriptionState } from '../../../payments/payment-states.ts';
import type { MemberScope } from '../../../scope.ts';
import {
  type AttemptKind,
  type FoundAttempt,
  processingMessage,
  startAttempt,
} from '../attempts/attempt.server.ts';
import { isOutdated } from '../attempts/attempt-life.ts';
import { endAttemptAtProvider } from './end-attempt.server.ts';
import { saveOpenedPayment } from './save-opened-payment.sql.server.ts';
import {
  closeAttempt,
  currentSubscription,
  insertOpeningSubscription,
  isAttempt,
  renewAttempt,
  type SubscriptionRow,
} from './subscription-row.server.ts';
import { syncSubscription } from './sync.server.ts';

export interface StartedSubscription {
  subscriptionId: string | null;
  clientSecret: string | null;
  url: string | null;
}

export const subscriptionFailed = 'Failed to initialize subscription';

/** Begins or reopens the member's one attempt at a plan. @throws as `startAttempt` */
export const startSubscription = (
  scope: MemberScope,
  plan: PaidPlan,
  { hosted = false }: { hosted?: boolean } = {},
): Promise<StartedSubscription> => startAttempt(scope, planAttempts(scope, plan), { hosted });

const planAttempts = (
  scope: MemberScope,
  plan: PaidPlan,
): AttemptKind<SubscriptionRow, StartedSubscription> => ({
  failed: subscriptionFailed,
  find: () => findOrBeginSubscription(scope, plan),
  endOutdated: (attempt) => endOutdated(scope, attempt),
  formIdOf: ({ subscriptionId }) => subscriptionId,
  outcomeOf: async (attempt) => ((await wasPaid(scope, attempt)) ? 'paid' : 'open'),
  isClosed: (attempt) => isClosed(scope, attempt),
  renewKey: (attempt) => renewAttempt(scope.em, attempt),
  endOpenedPayments: (_, { formId, checkoutId }) =>
    endAttemptAtProvider(scope, { subscriptionId: formId, checkoutId }),
  endUnderUsedKey: async (_, customerId) => {
    for (const { subscriptionId, status } of await scope.payments.findSubscriptions(customerId)) {
      if (status === 'incomplete') await endAttemptAtProvider(scope, { subscriptionId, checkoutId: null });
    }
  },
  openForm: async (attempt, customerId, idempotencyKey) => {
    const order = { ...orderOf(attempt, customerId), idempotencyKey };
    const { subscriptionId: formId, clientSecret } = await scope.payments.createSubscription(order);
    return { formId, clientSecret };
  },
  pageOrder: (attempt, customerId, idempotencyKey) => ({
    kind: 'subscription',
    ...orderOf(attempt, customerId),
    successUrl: `${scope.origin}${subscriptionReturnPath}`,
    cancelUrl: `${scope.origin}/subscribe?plan=${attempt.plan}`,
    idempotencyKey,
  }),
  saveOpened: (attempt, { formId, checkoutId }) =>
    saveOpenedPayment(scope.em, attempt, { subscriptionId: formId, checkoutId }),
  answer: (_, { formId, clientSecret, url }) => ({ subscriptionId: formId, clientSecret, url }),
});

/** The open attempt at this plan. An attempt at another plan, or an old one, is outdated. */
function findOrBeginSubscription(
  { em, viewer, now }: MemberScope,
  plan: PaidPlan,
): Promise<FoundAttempt<SubscriptionRow, StartedSubscription>> {
  return em.transactional(async (em) => {
    await lockMembers(em, [viewer.id]);
    const current = await currentSubscription(em, viewer.id);
    if (!current && includesPlan(viewer.plan, plan)) throw alreadyHas(viewer.plan);
    if (!current)
      return { open: await insertOpeningSubscription(em, { userId: viewer.id, plan, at: now() }) };
    if (!isAttempt(current.status)) throw hasPlan(current);
    return current.plan === plan && !isOutdated(current, now()) ? { open: current } : { outdated: current };
  });
}

const alreadyHas = (plan: Tier) =>
  new Refused(`You already have ${planNames[plan]}. You can change it on your billing page.`, {
    status: 409,
  });

function hasPlan({ status, plan }: SubscriptionRow): Refused {
  if (status === 'active' || status === 'trialing') return alreadyHas(plan);
  return new Refused('Your last payment failed. You can pay it on your billing page.', { status: 409 });
}

/** The provider is asked first: a payment at the last moment is saved in this row while the attempt is open. */
async function endOutdated(scope: MemberScope, attempt: SubscriptionRow) {
  await refuseProcessing(scope, await stateOf(scope, attempt));
  await endAttemptAtProvider(scope, attempt);
  if (!(await wasPaid(scope, attempt))) await closeAttempt(scope.em, attempt.id);
}

async function stateOf({ payments }: MemberScope, { subscriptionId, checkoutId }: SubscriptionRow) {
  const session = checkoutId ? await payments.retrieveCheckout(checkoutId) : null;
  const id = session?.subscriptionId ?? subscriptionId;
  return id ? payments.retrieveSubscription(id) : null;
}

/** @throws Refused while the bank works on the first payment, which cannot be cancelled */
async function refuseProcessing({ payments }: MemberScope, state: SubscriptionState | null) {
  if (state?.status !== 'incomplete' || !state.latestInvoiceId) return;
  const invoice = await payments.retrieveInvoice(state.latestInvoiceId);
  const payment = invoice?.paymentId ? await payments.retrievePayment(invoice.paymentId) : null;
  if (payment?.status !== 'processing') return;
  const link = {
    href: `${subscriptionReturnPath}?payment_intent=${payment.paymentId}`,
    label: 'Check the status',
  };
  throw new Refused(processingMessage, { status: 409, link });
}

async function wasPaid(scope: MemberScope, attempt: SubscriptionRow) {
  const state = await stateOf(scope, attempt);
  await refuseProcessing(scope, state);
  if (!state || state.status === 'incomplete' || state.status === 'incomplete_expired') return false;
  await syncSubscription(scope, state.subscriptionId);
  return state.status !== 'canceled';
}

async function isClosed({ payments }: MemberScope, { subscriptionId, checkoutId }: SubscriptionRow) {
  if (checkoutId) return (await payments.retrieveCheckout(checkoutId))?.status !== 'open';
  const state = subscriptionId ? await payments.retrieveSubscription(subscriptionId) : null;
  return state?.status !== 'incomplete';
}

const orderOf = ({ userId, plan }: SubscriptionRow, customerId: string) => ({
  customerId,
  memberId: String(userId),
  plan,
});
