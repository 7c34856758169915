import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { PaymentState, PurchaseMarks } from '../../../payments/payment-states.ts';
import type { SystemContext } from '../../../scope.ts';
import { ignoringProviderErrors } from '../attempts/ignoring-provider-errors.ts';
import { recordPayment } from '../custom-requests/payment.server.ts';
import { type Settled, settlePayment } from '../ledger/charges.server.ts';
import { knownCustomer } from '../ledger/customers.server.ts';
import {
  cancelPending,
  findPurchaseById,
  type PurchaseRow,
  selectPurchases,
  setPurchaseStatus,
} from './purchase-row.server.ts';
import { refusePayment } from './refuse-payment.server.ts';
import { lockAttempts, lockSale, recordSale, settleSale } from './settle-sale.server.ts';

/** `open` can still be paid, `over` was refunded or ended, `review` waits for an operator, `unknown` is not ours. */
export interface Fulfilment {
  state: 'paid' | 'open' | 'processing' | 'over' | 'review' | 'unknown';
  purchase: PurchaseRow | null;
  message: string | null;
}

const unknown: Fulfilment = { state: 'unknown', purchase: null, message: null };

/** The only function that turns a payment into a purchase. The webhook, the return page, the confirming call and the
 *  reconciler call it, in any order and in parallel. It believes only the provider's present state, and writes
 *  purchase, charge, both shares and the counter once, in one transaction (ADR-009). */
export async function fulfil(scope: SystemContext, paymentId: string): Promise<Fulfilment> {
  const done = await settlePayment(scope, paymentId, async (payment, version) => {
    const customerId = await customerOfMarks(scope, payment.purchase);
    return scope.em.transactional((em) =>
      settlePurchaseInTransaction(em, {
        payment,
        version,
        customerId,
        livemode: scope.payments.livemode,
        at: scope.now(),
      }),
    );
  });
  if (!done) return unknown;
  const { state, purchase, message } = done;
  for (const rival of done.rivals) {
    const isItself = rival.id === purchase?.id;
    await closeRival(scope, rival, { paidWith: paymentId, isItself });
  }
  // A newer read at the same time may have found nothing to change, so the provider is asked again (ADR-038).
  if (done.isChanged) return fulfil(scope, paymentId);
  return { state, purchase, message };
}

/** The same for a hosted page. The page of a plan is `unknown` here. */
export async function fulfilCheckout(scope: SystemContext, sessionId: string): Promise<Fulfilment> {
  const session = await scope.payments.retrieveCheckout(sessionId);
  if (session?.kind !== 'purchase') return unknown;
  const paid = session.paymentId ? await fulfil(scope, session.paymentId) : null;
  if (session.status === 'expired') await endUnpaid(scope.em, { checkoutId: sessionId });
  if (paid) return paid;
  const purchase = session.purchase ? await findPurchase(scope.em, session.purchase) : null;
  if (!purchase) return unknown;
  return { state: session.status === 'open' ? 'open' : 'over', purchase, message: null };
}

interface Writing {
  payment: PaymentState;
  version: number | null;
  customerId: string | null;
  livemode: boolean;
  at: Date;
}

interface Written extends Fulfilment, Settled {
  rivals: PurchaseRow[];
}

const nothing = { rivals: [], isSurplus: false, isChanged: false };

/** Brings a purchase, its charge and both shares to the state of one payment. Everything that it paid for is locked
 *  first. @returns the other attempts to close, and whether the money buys nothing and must be refunded */
async function settlePurchaseInTransaction(
  em: Em,
  { payment, version, customerId, livemode, at }: Writing,
): Promise<Written> {
  const all = payment.purchase ? await lockMarked(em, payment.purchase) : [];
  const known = await lockSale(em, payment.paymentId, version);
  if (known) {
    const settled = await settleSale(em, known, payment, { at });
    const purchase = known.purchaseId ? await findPurchaseById(em, known.purchaseId) : null;
    const isOver = purchase !== null && purchase.status !== 'paid';
    return { state: isOver ? 'over' : 'paid', purchase, message: null, rivals: [], ...settled };
  }
  const purchase = all.find(({ id }) => String(id) === payment.purchase?.purchaseId);
  if (!purchase) return { ...unknown, message: unmatchedPayment(payment), ...nothing };
  if (payment.status !== 'succeeded') return { ...(await notPaid(em, purchase, payment)), ...nothing };

  const refused = await refusePayment(em, { purchase, all, payment, customerId, livemode });
  if (refused) return { ...nothing, purchase, ...refused };
  if (!(await recordPayment(em, purchase, at))) {
    await cancelPending(em, purchase.id);
    return { state: 'over', purchase, message: null, ...nothing, isSurplus: true };
  }
  const rivals = all.filter(({ status }) => status === 'pending');
  for (const { id } of rivals) {
    if (id !== purchase.id) await setPurchaseStatus(em, id, 'cancelled');
  }
  const paid = await markPaid(em, purchase, payment, at);
  const state = paid?.status === 'paid' ? 'paid' : 'over';
  return { state, purchase: paid, message: null, ...nothing, rivals };
}

/** A payment with our metadata whose purchase is missing, as after a restored backup. Null for other payments. */
function unmatchedPayment({ paymentId, purchase, status }: PaymentState): string | null {
  if (!purchase || status !== 'succeeded') return null;
  return `Payment ${paymentId}: there is no purchase ${purchase.purchaseId}`;
}

/** Records the sale, and also its end if it was refunded before this process first read it. */
async function markPaid(em: Em, purchase: PurchaseRow, payment: PaymentState, at: Date) {
  await recordSale(em, purchase, payment, at);
  if (payment.refundedCents > 0 || payment.disputed) {
    const charge = await lockSale(em, payment.paymentId, 1);
    if (charge) await settleSale(em, charge, payment, { at });
  }
  return findPurchaseById(em, purchase.id);
}

async function notPaid(em: Em, purchase: PurchaseRow, payment: PaymentState): Promise<Fulfilment> {
  if (payment.status === 'canceled') await endUnpaid(em, { paymentId: payment.paymentId });
  if (purchase.status === 'paid') return { state: 'paid', purchase, message: null };
  if (payment.status === 'processing' || payment.status === 'authorized') {
    return { state: 'processing', purchase, message: null };
  }
  if (payment.lastError && payment.lastError !== purchase.lastError && purchase.status === 'pending') {
    await db(em)
      .updateTable('purchases')
      .set({ last_error: payment.lastError })
      .where('id', '=', purchase.id)
      .execute();
  }
  const isOpen = payment.status === 'needs_payment' || payment.status === 'needs_action';
  return { state: isOpen ? 'open' : 'over', purchase, message: payment.lastError };
}

async function endUnpaid(em: Em, opened: { paymentId: string } | { checkoutId: string }) {
  await db(em)
    .updateTable('purchases')
    .set({ status: 'cancelled' })
    .where('status', '=', 'pending')
    .where(({ and }) =>
      'paymentId' in opened
        ? and({ payment_id: opened.paymentId, checkout_id: null })
        : and({ checkout_id: opened.checkoutId, payment_id: null }),
    )
    .execute();
}

/** Closes another attempt for an item that is paid. If this fails, a second payment is refunded later. */
async function closeRival(
  { payments }: SystemContext,
  { paymentId, checkoutId }: PurchaseRow,
  { paidWith, isItself }: { paidWith: string; isItself: boolean },
) {
  const paidByHostedPage = isItself && paymentId !== paidWith;
  await ignoringProviderErrors(async () => {
    if (paymentId && paymentId !== paidWith) await payments.cancelPayment(paymentId);
    if (checkoutId && !paidByHostedPage) await payments.expireCheckout(checkoutId);
  });
}

async function customerOfMarks(scope: SystemContext, marks: PurchaseMarks | null): Promise<string | null> {
  const userId = marks && numberOf(marks.memberId);
  return userId ? knownCustomer(scope, userId) : null;
}

/** Metadata comes from outside. A value that is not one of our ids matches nothing. */
const numberOf = (mark: string, most = 2_147_483_647) =>
  /^[1-9]\d{0,15}$/.test(mark) && Number(mark) <= most ? Number(mark) : 0;

async function lockMarked(em: Em, marks: PurchaseMarks): Promise<PurchaseRow[]> {
  const marked = await findPurchase(em, marks);
  if (!marked) return [];
  await lockAttempts(em, marked);
  return selectPurchases(em)
    .where('p.user_id', '=', marked.userId)
    .where('p.content_id', '=', marked.contentId)
    .orderBy('p.id')
    .execute();
}

async function findPurchase(em: Em, marks: PurchaseMarks): Promise<PurchaseRow | null> {
  return findPurchaseById(em, numberOf(marks.purchaseId, Number.MAX_SAFE_INTEGER));
}
