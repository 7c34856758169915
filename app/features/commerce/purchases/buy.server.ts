import { db } from '../../../db/kysely.server.ts';
import { checkoutPath, checkoutStatusPath, purchaseReturnPath } from '../../../domain/checkout-paths.ts';
import { Refused } from '../../../errors.ts';
import type { MemberScope, SystemContext } from '../../../scope.ts';
import {
  type AttemptKind,
  type OpenedPayment,
  processingMessage,
  startAttempt,
} from '../attempts/attempt.server.ts';
import {
  findOrBeginPurchase,
  newPurchaseKey,
  type OpenPurchase,
  type PurchaseTerms,
} from './attempts.server.ts';
import { fulfil, fulfilCheckout } from './fulfil.server.ts';
import { cancelPending, type PurchaseRow } from './purchase-row.server.ts';
import { saveOpenedPayment } from './save-opened-payment.sql.server.ts';

/** `owned`: nothing is left to pay. Otherwise one of the two ways to pay is set. */
export interface StartedPurchase {
  state: 'owned' | 'open';
  purchaseId: number;
  amountCents: number;
  clientSecret: string | null;
  url: string | null;
}

export const purchaseFailed = 'Failed to initialize purchase';

/** Begins or reopens the member's one attempt to buy an item and opens a way to pay (`startAttempt`).
 *  @throws NotFound, Refused (409 when it cannot be bought or its price changed, 503 without the provider, 429) */
export const startPurchase = (
  scope: MemberScope,
  contentId: number,
  { hosted = false, ...terms }: PurchaseTerms & { hosted?: boolean } = {},
): Promise<StartedPurchase> => startAttempt(scope, purchaseAttempts(scope, contentId, terms), { hosted });

const purchaseAttempts = (
  scope: MemberScope,
  contentId: number,
  terms: PurchaseTerms,
): AttemptKind<OpenPurchase, StartedPurchase> => ({
  failed: purchaseFailed,
  find: async () => {
    const found = await findOrBeginPurchase(scope, contentId, terms);
    return 'owned' in found ? { done: startedAs(found.owned, 'owned') } : found;
  },
  endOutdated: async (purchase) => {
    await outcomeOf(scope, purchase);
    await endAttempt(scope, purchase);
  },
  formIdOf: ({ paymentId }) => paymentId,
  outcomeOf: (purchase) => outcomeOf(scope, purchase),
  // A submitted page never opens again, even if the bank refuses its payment days later.
  isClosed: async ({ checkoutId }) =>
    checkoutId !== null && (await scope.payments.retrieveCheckout(checkoutId))?.status !== 'open',
  renewKey: ({ id, idempotencyKey }) =>
    db(scope.em)
      .updateTable('purchases')
      .set({ idempotency_key: newPurchaseKey(), payment_id: null, checkout_id: null })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('idempotency_key', '=', idempotencyKey)
      .execute(),
  endOpenedPayments: (_, { formId, checkoutId }) =>
    endOpenedPayments(scope, { paymentId: formId, checkoutId }),
  endUnderUsedKey: (purchase, customerId) => endUnderUsedKey(scope, purchase, customerId),
  openForm: async (purchase, customerId, idempotencyKey) => {
    const order = { ...orderOf(purchase, customerId), idempotencyKey };
    const { paymentId: formId, clientSecret } = await scope.payments.createPurchase(order);
    return { formId, clientSecret };
  },
  pageOrder: (purchase, customerId, idempotencyKey) => ({
    kind: 'purchase',
    ...orderOf(purchase, customerId),
    successUrl: `${scope.origin}${purchaseReturnPath}`,
    cancelUrl: `${scope.origin}${checkoutPath(purchase.contentId)}`,
    idempotencyKey,
  }),
  saveOpened: (purchase, opened) => saveOpened(scope, purchase, opened),
  answer: (purchase, opened) => startedAs(purchase, 'open', opened),
});

const startedAs = (
  { id, amountCents }: PurchaseRow,
  state: StartedPurchase['state'],
  { clientSecret, url }: Pick<OpenedPayment, 'clientSecret' | 'url'> = { clientSecret: null, url: null },
): StartedPurchase => ({ state, purchaseId: id, amountCents, clientSecret, url });

async function outcomeOf(
  scope: MemberScope,
  { paymentId, checkoutId, contentId }: PurchaseRow,
): Promise<'open' | 'paid' | 'over'> {
  const was = checkoutId
    ? await fulfilCheckout(scope, checkoutId)
    : paymentId
      ? await fulfil(scope, paymentId)
      : null;
  if (was?.state === 'processing') {
    const link = { href: checkoutStatusPath(contentId), label: 'Check the status' };
    throw new Refused(processingMessage, { status: 409, link });
  }
  if (was?.state === 'paid' || was?.state === 'review') return 'paid';
  return was?.state === 'open' ? 'open' : 'over';
}

/** Ends an attempt whose price has changed or that is too old. If it was paid at the last moment, it is fulfilled. */
export async function endAttempt(scope: SystemContext, purchase: PurchaseRow) {
  await cancelPending(scope.em, purchase.id);
  await endOpenedPayments(scope, purchase);
}

type OpenedIds = Pick<PurchaseRow, 'paymentId' | 'checkoutId'>;

async function endOpenedPayments(scope: SystemContext, { paymentId, checkoutId }: OpenedIds) {
  const { payments } = scope;
  const payment = paymentId ? await payments.cancelPayment(paymentId) : null;
  if (paymentId && payment?.status === 'succeeded') await fulfil(scope, paymentId);
  const session = checkoutId ? await payments.expireCheckout(checkoutId) : null;
  if (checkoutId && session?.status === 'complete') await fulfilCheckout(scope, checkoutId);
}

async function endUnderUsedKey(scope: MemberScope, { id }: PurchaseRow, customerId: string) {
  const { payments } = scope;
  for (const { paymentId } of await payments.findPayments({ customerId, purchaseId: String(id) })) {
    const { status } = (await payments.cancelPayment(paymentId)) ?? {};
    if (status === 'succeeded') await fulfil(scope, paymentId);
  }
}

const orderOf = (purchase: PurchaseRow, customerId: string) => ({
  customerId,
  purchaseId: String(purchase.id),
  contentId: String(purchase.contentId),
  memberId: String(purchase.userId),
  title: purchase.title,
  amountCents: purchase.amountCents,
});

/** Saves the attempt's payment or page. False when another tab has opened the other way. */
async function saveOpened(
  { em }: MemberScope,
  { id, idempotencyKey }: OpenPurchase,
  { formId: paymentId, checkoutId }: OpenedPayment,
): Promise<boolean> {
  const kept = await saveOpenedPayment(em, { id, idempotencyKey, paymentId, checkoutId });
  return kept !== null;
}
