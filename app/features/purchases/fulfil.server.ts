import type { Em } from '../../db/orm.server.ts';
import { fragment, row, rows } from '../../db/sql.server.ts';
import { untilFresh } from '../../db/until-fresh.server.ts';
import type { PaymentState, PurchaseMarks } from '../../payments/payment-states.ts';
import type { HouseScope } from '../../scope.ts';
import { knownCustomer } from '../plans/customers.server.ts';
import { takePayment } from '../requests/payment.server.ts';
import { refundSurplus } from './ask-refund.server.ts';
import { chargeVersion, lockCharge, type PurchaseRow, recordSale, settle } from './charges.server.ts';
import { lostOf } from './dispute-facts.server.ts';

/** What became of a payment. `open` can still be paid, `over` was given back or ended,
 *  `review` is parked for an operator, `unknown` is none of ours. */
export interface Fulfilment {
  state: 'paid' | 'open' | 'processing' | 'over' | 'review' | 'unknown';
  purchase: PurchaseRow | null;
  /** Why it was not paid, in the provider's words for the person; or what an operator must look at. */
  message: string | null;
}

const unknown: Fulfilment = { state: 'unknown', purchase: null, message: null };

export const purchaseColumns = fragment`p.id, p.user_id as "userId", p.content_id as "contentId",
  c.creator_id as "creatorId", p.amount_cents as "amountCents", p.title, p.status,
  p.payment_id as "paymentId", p.checkout_id as "checkoutId", p.idempotency_key as "idempotencyKey",
  p.last_error as "lastError"`;

/**
 * The one rule that turns a payment into a purchase: webhook, return page, confirm call and
 * reconciler all come here, in any order and at the same time. It believes only what the provider holds now,
 * and writes purchase, charge, both shares and the counter in one transaction, once.
 */
export async function fulfil(scope: HouseScope, paymentId: string): Promise<Fulfilment> {
  const { payment, done } = await untilFresh(async () => {
    const version = await chargeVersion(scope.em, paymentId);
    const payment = await scope.payments.retrievePayment(paymentId);
    if (!payment) return { payment, done: { ...unknown, rivals: [], isSurplus: false } };
    const customerId = await customerOfMarks(scope, payment.purchase);
    const done = await scope.em.transactional((em) =>
      write(em, { payment, version, customerId, live: scope.payments.live, at: scope.now() }),
    );
    return { payment, done };
  });
  if (payment && done.isSurplus) await refundSurplus(scope, payment);
  const { state, purchase, message } = done;
  for (const rival of done.rivals) {
    const isItself = rival.id === purchase?.id;
    await closeRival(scope, rival, { paidWith: paymentId, isItself });
  }
  return { state, purchase, message };
}

/** The same for a hosted page; a plan's page is none of this rule's business and is `unknown` here. */
export async function fulfilCheckout(scope: HouseScope, sessionId: string): Promise<Fulfilment> {
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
  live: boolean;
  at: Date;
}

interface Written extends Fulfilment {
  /** Open attempts for the same item that could be paid a second time. */
  rivals: PurchaseRow[];
  isSurplus: boolean;
}

async function write(em: Em, { payment, version, customerId, live, at }: Writing): Promise<Written> {
  const nothing = { rivals: [], isSurplus: false };
  const all = payment.purchase ? await lockPair(em, payment.purchase) : [];
  const known = await lockCharge(em, payment.paymentId, version);
  if (known) {
    const isSurplus = await settle(em, known, payment, at);
    const purchase = known.purchaseId ? await findPurchaseById(em, known.purchaseId) : null;
    const isOver = purchase !== null && purchase.status !== 'paid';
    return { state: isOver ? 'over' : 'paid', purchase, message: null, rivals: [], isSurplus };
  }
  const purchase = all.find(({ id }) => String(id) === payment.purchase?.purchaseId);
  if (!purchase) return { ...unknown, message: strayOf(payment), ...nothing };
  if (payment.status !== 'succeeded') return { ...(await notPaid(em, purchase, payment)), ...nothing };

  const isParkedWithIt = purchase.status === 'review' && purchase.paymentId === payment.paymentId;
  const note = mismatchOf(purchase, payment, { customerId, live });
  if (note && (purchase.status === 'pending' || isParkedWithIt)) {
    const state = await park(em, purchase, { payment, note });
    return { state, purchase, message: note, ...nothing };
  }
  const isTaken = all.some(
    ({ id, status }) => status === 'paid' || (status === 'review' && !(id === purchase.id && isParkedWithIt)),
  );
  const isSpent = !['pending', 'cancelled', 'failed', 'review'].includes(purchase.status);
  // What fits no order, and whose order has no place left to park it in, goes back as well.
  if (note || isTaken || isSpent) {
    const state = all.some(({ status }) => status === 'paid') ? 'paid' : isTaken ? 'review' : 'over';
    return { state, purchase, message: null, rivals: [], isSurplus: true };
  }
  if (!(await takePayment(em, purchase, at))) {
    await row(em)`update purchases set status = 'cancelled' where id = ${purchase.id} and status = 'pending'`;
    return { state: 'over', purchase, message: null, rivals: [], isSurplus: true };
  }
  const rivals = all.filter(({ status }) => status === 'pending');
  for (const { id } of rivals) {
    if (id !== purchase.id) await row(em)`update purchases set status = 'cancelled' where id = ${id}`;
  }
  const paid = await sell(em, purchase, payment, at);
  const state = paid?.status === 'paid' ? 'paid' : 'over';
  return { state, purchase: paid, message: null, rivals, isSurplus: false };
}

/** Money with our marks for a purchase that is not here, as after a restored backup; null for strangers' money. */
function strayOf({ paymentId, purchase, status }: PaymentState): string | null {
  if (!purchase || status !== 'succeeded') return null;
  return `Payment ${paymentId}: there is no purchase ${purchase.purchaseId}`;
}

/** Records the sale, and its end as well when it was given back before we ever heard of it. */
async function sell(em: Em, purchase: PurchaseRow, payment: PaymentState, at: Date) {
  await recordSale(em, purchase, payment, at);
  const charge = await lockCharge(em, payment.paymentId, 1);
  if (charge && (payment.refundedCents > 0 || payment.disputed)) await settle(em, charge, payment, at);
  return findPurchaseById(em, purchase.id);
}

/** Keeps money that does not fit its order apart, until a person, or the bank, has sent it back. */
async function park(
  em: Em,
  { id }: PurchaseRow,
  { payment, note }: { payment: PaymentState; note: string },
): Promise<'review' | 'over'> {
  const { paymentId, refundedCents, receivedCents } = payment;
  const isTakenBack = (await lostOf(em, paymentId)) > 0;
  const status = isTakenBack ? 'disputed' : refundedCents >= receivedCents ? 'refunded' : 'review';
  await row(em)`
    update purchases set status = ${status}, payment_id = ${paymentId}, review_note = ${note} where id = ${id}`;
  return status === 'review' ? 'review' : 'over';
}

/** What does not fit between a payment and its order; null when all does. */
function mismatchOf(
  purchase: PurchaseRow,
  payment: PaymentState,
  { customerId, live }: { customerId: string | null; live: boolean },
): string | null {
  const { purchase: marks } = payment;
  const wrong = [
    payment.amountCents !== purchase.amountCents || payment.receivedCents !== purchase.amountCents
      ? `amount ${payment.receivedCents} instead of ${purchase.amountCents} cents`
      : null,
    payment.currency !== 'usd' ? `currency ${payment.currency}` : null,
    marks?.contentId !== String(purchase.contentId) ? `item ${marks?.contentId}` : null,
    marks?.memberId !== String(purchase.userId) ? `member ${marks?.memberId}` : null,
    customerId === null || payment.customerId !== customerId ? `customer ${payment.customerId}` : null,
    payment.live !== live ? 'a test payment beside live ones, or the reverse' : null,
  ].filter((reason) => reason !== null);
  return wrong.length > 0 ? `Payment ${payment.paymentId}: ${wrong.join(', ')}` : null;
}

async function notPaid(em: Em, purchase: PurchaseRow, payment: PaymentState): Promise<Fulfilment> {
  if (payment.status === 'canceled') await endUnpaid(em, { paymentId: payment.paymentId });
  if (purchase.status === 'paid') return { state: 'paid', purchase, message: null };
  if (payment.status === 'processing' || payment.status === 'authorized') {
    return { state: 'processing', purchase, message: null };
  }
  if (payment.lastError && purchase.status === 'pending') {
    await row(em)`update purchases set last_error = ${payment.lastError} where id = ${purchase.id}`;
  }
  const isOpen = payment.status === 'needs_payment' || payment.status === 'needs_action';
  return { state: isOpen ? 'open' : 'over', purchase, message: payment.lastError };
}

/** An attempt whose only way to be paid has ended. */
async function endUnpaid(em: Em, way: { paymentId: string } | { checkoutId: string }) {
  const only =
    'paymentId' in way
      ? fragment`payment_id = ${way.paymentId} and checkout_id is null`
      : fragment`checkout_id = ${way.checkoutId} and payment_id is null`;
  await row(em)`update purchases set status = 'cancelled' where status = 'pending' and ${only}`;
}

/** Whatever could still be paid for an item that is paid; if this fails, the surplus is sent back later. */
async function closeRival(
  { payments }: HouseScope,
  { paymentId, checkoutId }: PurchaseRow,
  { paidWith, isItself }: { paidWith: string; isItself: boolean },
) {
  const paidByHostedPage = isItself && paymentId !== paidWith;
  try {
    if (paymentId && paymentId !== paidWith) await payments.cancelPayment(paymentId);
    if (checkoutId && !paidByHostedPage) await payments.expireCheckout(checkoutId);
  } catch {
    // The member has paid: that the other attempt stays open must not look like a failure to them.
  }
}

async function customerOfMarks(scope: HouseScope, marks: PurchaseMarks | null): Promise<string | null> {
  const userId = marks && numberOf(marks.memberId);
  return userId ? knownCustomer(scope, userId) : null;
}

/** A mark comes from outside; one that is no id of ours matches nothing. */
const numberOf = (mark: string) => (/^[1-9]\d{0,8}$/.test(mark) ? Number(mark) : 0);

/** All attempts of a member for an item, locked in one order, so that parallel payments queue up. */
async function lockPair(em: Em, marks: PurchaseMarks): Promise<PurchaseRow[]> {
  return rows<PurchaseRow>(em)`
    select ${purchaseColumns} from purchases p join content c on c.id = p.content_id
    where (p.user_id, p.content_id) =
      (select user_id, content_id from purchases where id = ${numberOf(marks.purchaseId)})
    order by p.id for update of p`;
}

async function findPurchase(em: Em, marks: PurchaseMarks): Promise<PurchaseRow | null> {
  return findPurchaseById(em, numberOf(marks.purchaseId));
}

/** A purchase by its own id; null when there is none. */
export async function findPurchaseById(em: Em, id: number): Promise<PurchaseRow | null> {
  return row<PurchaseRow>(em)`
    select ${purchaseColumns} from purchases p join content c on c.id = p.content_id where p.id = ${id}`;
}
