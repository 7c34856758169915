import { row } from '../../db/sql.server.ts';
import { Refused } from '../../errors.ts';
import { PaymentKeyReused, PaymentProviderDown, PaymentRefused } from '../../payments/payment-errors.ts';
import type { HouseScope, MemberScope } from '../../scope.ts';
import { spend } from '../limits/spend.server.ts';
import { customerOf } from '../plans/customers.server.ts';
import { checkoutPath, checkoutStatusPath, purchaseReturnPath } from './addresses.ts';
import { newPurchaseKey, openAttempt, type PurchaseWish } from './attempts.server.ts';
import type { PurchaseRow } from './charges.server.ts';
import { fulfil, fulfilCheckout } from './fulfil.server.ts';
import { beingProcessed } from './words.ts';

/** `owned`: there is nothing to pay any more. Else one of the two ways to pay is set. */
export interface StartedPurchase {
  state: 'owned' | 'open';
  purchaseId: number;
  amountCents: number;
  /** For the card form that `enhance/pay.ts` adds to the page. */
  clientSecret: string | null;
  /** The provider's own page, for everybody else. */
  url: string | null;
}

export const purchaseFailed = 'Failed to initialize purchase';

/**
 * Begins or finds again the member's one attempt to buy an item and opens a way to pay for it: the hosted page
 * with `hosted`, else a client secret. Its row and key exist before the provider is asked.
 * @throws NotFound, Refused (409 when it cannot be bought or its price changed, 503 without the provider, 429)
 */
export async function startPurchase(
  scope: MemberScope,
  contentId: number,
  { hosted = false, ...wish }: PurchaseWish & { hosted?: boolean } = {},
): Promise<StartedPurchase> {
  await spend(scope, 'purchase');
  try {
    for (let turns = 0; turns < 8; turns += 1) {
      const attempt = await openAttempt(scope, contentId, wish);
      if ('owned' in attempt) return ownedAs(attempt.owned);
      if ('outdated' in attempt) {
        await outcomeOf(scope, attempt.outdated);
        await endAttempt(scope, attempt.outdated);
        continue;
      }
      const started = await open(scope, attempt.open, hosted);
      if (started) return started;
    }
  } catch (error) {
    if (!(error instanceof PaymentProviderDown || error instanceof PaymentRefused)) throw error;
    throw new Refused(purchaseFailed, { status: 503, cause: error });
  }
  throw new Refused(purchaseFailed, { status: 503 });
}

const ownedAs = ({ id, amountCents }: PurchaseRow): StartedPurchase => ({
  state: 'owned',
  purchaseId: id,
  amountCents,
  clientSecret: null,
  url: null,
});

/** Opens one way to pay; null when the attempt changed meanwhile and must be looked at again. */
async function open(
  scope: MemberScope,
  purchase: PurchaseRow,
  hosted: boolean,
): Promise<StartedPurchase | null> {
  const isUsable = await settleEarlier(scope, purchase, hosted);
  if (!isUsable) return null;
  const customerId = await customerOf(scope);
  try {
    return await (hosted ? openPage(scope, purchase, customerId) : openForm(scope, purchase, customerId));
  } catch (error) {
    const isSpent =
      error instanceof PaymentKeyReused || (error instanceof PaymentProviderDown && error.keySpent);
    if (!isSpent) throw error;
    // Under this key the provider answers nothing useful any more: see what it did, then take a new key.
    for (const { paymentId } of await scope.payments.findPayments({
      customerId,
      purchaseId: String(purchase.id),
    })) {
      const { status } = (await scope.payments.cancelPayment(paymentId)) ?? {};
      if (status === 'succeeded') await fulfil(scope, paymentId);
    }
    await renewKey(scope, purchase);
    return null;
  }
}

/** Looks at what was opened before, so that nobody pays twice: true when a way to pay may be opened now. */
async function settleEarlier(scope: MemberScope, purchase: PurchaseRow, hosted: boolean): Promise<boolean> {
  const { paymentId, checkoutId } = purchase;
  if (!paymentId && !checkoutId) return true;
  const isOtherWay = hosted ? paymentId !== null : checkoutId !== null;
  const was = await outcomeOf(scope, purchase);
  if (was === 'open' && !isOtherWay && !(await isShut(scope, checkoutId))) return true;
  if (was === 'paid' || was === 'review') return false;
  // The key goes first: should we die now, the old way can still be paid, and is then fulfilled as always.
  await renewKey(scope, purchase);
  await endWays(scope, purchase);
  return false;
}

/** A page that was sent off once is never open again, although a bank refused its payment days later. */
const isShut = async ({ payments }: MemberScope, checkoutId: string | null) =>
  checkoutId !== null && (await payments.retrieveCheckout(checkoutId))?.status !== 'open';

/** What became of an attempt by the provider's word. @throws Refused while a bank is still working on it */
async function outcomeOf(scope: MemberScope, { paymentId, checkoutId, contentId }: PurchaseRow) {
  const was = checkoutId
    ? await fulfilCheckout(scope, checkoutId)
    : paymentId
      ? await fulfil(scope, paymentId)
      : null;
  if (was?.state !== 'processing') return was?.state;
  const link = { href: checkoutStatusPath(contentId), label: 'See how it stands' };
  throw new Refused(beingProcessed, { status: 409, link });
}

async function renewKey({ em }: MemberScope, { id }: PurchaseRow) {
  await row(em)`
    update purchases set idempotency_key = ${newPurchaseKey()}, payment_id = null, checkout_id = null
    where id = ${id} and status = 'pending'`;
}

/** Ends an attempt whose price or time is over; one that was paid at the last moment stays bought. */
export async function endAttempt(scope: HouseScope, purchase: PurchaseRow) {
  await row(
    scope.em,
  )`update purchases set status = 'cancelled' where id = ${purchase.id} and status = 'pending'`;
  await endWays(scope, purchase);
}

async function endWays(scope: HouseScope, { paymentId, checkoutId }: PurchaseRow) {
  const { payments } = scope;
  const payment = paymentId ? await payments.cancelPayment(paymentId) : null;
  if (paymentId && payment?.status === 'succeeded') await fulfil(scope, paymentId);
  const session = checkoutId ? await payments.expireCheckout(checkoutId) : null;
  if (checkoutId && session?.status === 'complete') await fulfilCheckout(scope, checkoutId);
}

const orderOf = (purchase: PurchaseRow, customerId: string) => ({
  customerId,
  purchaseId: String(purchase.id),
  contentId: String(purchase.contentId),
  memberId: String(purchase.userId),
  title: purchase.title,
  amountCents: purchase.amountCents,
});

async function openForm(scope: MemberScope, purchase: PurchaseRow, customerId: string) {
  const { paymentId, clientSecret } = await scope.payments.createPurchase({
    ...orderOf(purchase, customerId),
    idempotencyKey: purchase.idempotencyKey ?? '',
  });
  return keep(scope, purchase, { paymentId, clientSecret, checkoutId: null, url: null });
}

async function openPage(scope: MemberScope, purchase: PurchaseRow, customerId: string) {
  const { sessionId, url } = await scope.payments.hostedCheckout({
    kind: 'purchase',
    ...orderOf(purchase, customerId),
    successUrl: `${scope.origin}${purchaseReturnPath}`,
    cancelUrl: `${scope.origin}${checkoutPath(purchase.contentId)}`,
    idempotencyKey: `${purchase.idempotencyKey}:page`,
  });
  return keep(scope, purchase, { paymentId: null, clientSecret: null, checkoutId: sessionId, url });
}

interface Way {
  paymentId: string | null;
  clientSecret: string | null;
  checkoutId: string | null;
  url: string | null;
}

/** Writes down which payment or page belongs to the attempt; null when another tab chose the other way. */
async function keep(
  scope: MemberScope,
  purchase: PurchaseRow,
  { paymentId, clientSecret, checkoutId, url }: Way,
): Promise<StartedPurchase | null> {
  const { em } = scope;
  const { id, idempotencyKey } = purchase;
  const kept = await row<{ id: number }>(em)`
    update purchases set payment_id = coalesce(${paymentId}::text, payment_id),
      checkout_id = coalesce(${checkoutId}::text, checkout_id), last_error = null
    where id = ${id} and status = 'pending' and idempotency_key = ${idempotencyKey}
      and (${paymentId}::text is null or checkout_id is null)
      and (${checkoutId}::text is null or payment_id is null)
    returning id`;
  if (kept) return { state: 'open', purchaseId: id, amountCents: purchase.amountCents, clientSecret, url };
  await endWays(scope, { ...purchase, paymentId, checkoutId });
  return null;
}
