import type { HostedOutcome } from '../hosted-outcomes.ts';
import { PaymentRefused } from '../payment-errors.ts';
import { openSubscription, paid, refused } from './billing.server.ts';
import { declineMessage, openPayment, saveCard } from './charges.server.ts';
import type { SandboxDatabase } from './database.server.ts';
import { record } from './events.server.ts';
import { consumeFault } from './faults.server.ts';
import { type CheckoutPaper, file, find, findAll, type PaymentPaper } from './papers.server.ts';
import type { Room } from './room.server.ts';

export interface HostedPage {
  id: string;
  kind: 'purchase' | 'subscription' | 'invoice' | 'portal';
  title: string;
  amountCents: number;
  currency: 'usd';
  status: 'open' | 'complete' | 'expired';
  needsConfirmation: boolean;
  lastError: string | null;
}

export interface HostedAnswer {
  redirectTo: string;
  result: 'paid' | 'declined' | 'canceled' | 'needs_confirmation' | 'expired' | 'saved';
}

export interface PageAddresses {
  pageUrl: (id: string) => string;
  /** Where the page of a payment without a session returns to. */
  purchaseReturnUrl: string;
  subscriptionReturnUrl: string;
}

/** The page of a session (`cs_…`) or a payment without one (`pi_…`). Null if unknown. */
export async function hostedPage(db: SandboxDatabase, id: string): Promise<HostedPage | null> {
  const checkout = await find(db, 'checkout', id);
  if (checkout) {
    const { mode, title, amountCents, status, needsConfirmation, lastError } = checkout;
    return { id, kind: mode, title, amountCents, currency: 'usd', status, needsConfirmation, lastError };
  }
  const payment = await find(db, 'payment', id);
  if (!payment) return null;
  const over = payment.status === 'canceled' ? 'expired' : 'open';
  return {
    id,
    kind: payment.invoiceId ? 'invoice' : 'purchase',
    title: payment.title,
    amountCents: payment.amountCents,
    currency: 'usd',
    status: payment.status === 'succeeded' ? 'complete' : over,
    needsConfirmation: payment.status === 'needs_action',
    lastError: payment.lastError,
  };
}

/** The viewer's action on the page. After the payment, repeating it pays nothing. */
export async function submitHostedPage(
  room: Room,
  addresses: PageAddresses,
  id: string,
  outcome: HostedOutcome,
): Promise<HostedAnswer> {
  const checkout = await find(room.db, 'checkout', id);
  const asked = await luck(room, outcome);
  if (checkout) return submitCheckout(room, addresses, checkout, asked);
  const payment = await find(room.db, 'payment', id);
  if (payment) return submitPayment(room, addresses, payment, asked);
  throw new PaymentRefused(`No such page: ${id}`, 'resource_missing');
}

const luck = async (room: Room, outcome: HostedOutcome): Promise<HostedOutcome> =>
  outcome === 'pay' && (await consumeFault(room.db, 'decline')) !== null ? 'decline' : outcome;

async function submitCheckout(
  room: Room,
  { pageUrl }: PageAddresses,
  checkout: CheckoutPaper,
  outcome: HostedOutcome,
): Promise<HostedAnswer> {
  const back = `${checkout.successUrl}${checkout.successUrl.includes('?') ? '&' : '?'}session_id=${checkout.id}`;
  if (checkout.status === 'complete') return { redirectTo: back, result: 'paid' };
  if (checkout.status === 'expired') return { redirectTo: checkout.cancelUrl, result: 'expired' };
  if (outcome === 'cancel') return { redirectTo: checkout.cancelUrl, result: 'canceled' };
  if (outcome === 'pay' && checkout.mode === 'portal') {
    await fixCard(room, checkout.customerId);
    await file(room.db, { ...checkout, status: 'complete' });
    return { redirectTo: checkout.successUrl, result: 'saved' };
  }
  if (outcome === 'pay') {
    await payCheckout(room, checkout);
    return { redirectTo: back, result: 'paid' };
  }
  const declined = outcome === 'decline';
  const paymentId = checkout.mode === 'purchase' ? (await tryCheckout(room, checkout, declined)).id : null;
  const lastError = declined ? declineMessage : null;
  await file(room.db, { ...checkout, paymentId, lastError, needsConfirmation: !declined });
  return { redirectTo: pageUrl(checkout.id), result: declined ? 'declined' : 'needs_confirmation' };
}

/** A session gets its payment at the first try to pay. */
async function paymentOf(room: Room, checkout: CheckoutPaper): Promise<PaymentPaper> {
  const known = checkout.paymentId ? await find(room.db, 'payment', checkout.paymentId) : null;
  const { customerId, title, amountCents, purchase } = checkout;
  return known ?? openPayment(room, { customerId, title, amountCents, ...(purchase && { purchase }) });
}

async function tryCheckout(room: Room, checkout: CheckoutPaper, declined: boolean): Promise<PaymentPaper> {
  const payment = await paymentOf(room, checkout);
  if (declined) return refused(room, payment);
  return file(room.db, { ...payment, status: 'needs_action', lastError: null });
}

async function payCheckout(room: Room, checkout: CheckoutPaper): Promise<void> {
  const { customerId, memberId, plan } = checkout;
  let made: Pick<CheckoutPaper, 'paymentId' | 'subscriptionId'>;
  if (checkout.mode === 'subscription' && plan) {
    const { subscription, payment } = await openSubscription(room, { customerId, memberId, plan });
    await paid(room, payment);
    made = { paymentId: payment.id, subscriptionId: subscription.id };
  } else {
    const payment = await paid(room, await paymentOf(room, checkout));
    made = { paymentId: payment.id, subscriptionId: null };
  }
  await file(room.db, {
    ...checkout,
    ...made,
    status: 'complete',
    needsConfirmation: false,
    lastError: null,
  });
  await record(room, 'checkout.session.completed', { id: checkout.id });
}

/** A new card in the portal also pays an open invoice. */
async function fixCard(room: Room, customerId: string): Promise<void> {
  await saveCard(room, customerId, 'good');
  for (const invoice of await findAll(room.db, 'invoice', customerId)) {
    const payment = await find(room.db, 'payment', invoice.paymentId);
    if (invoice.status === 'open' && invoice.reason === 'renewal' && payment) await paid(room, payment);
  }
}

async function submitPayment(
  room: Room,
  { pageUrl, purchaseReturnUrl, subscriptionReturnUrl }: PageAddresses,
  payment: PaymentPaper,
  outcome: HostedOutcome,
): Promise<HostedAnswer> {
  const home = payment.invoiceId ? subscriptionReturnUrl : purchaseReturnUrl;
  const back = `${home}${home.includes('?') ? '&' : '?'}payment_intent=${payment.id}`;
  if (payment.status === 'succeeded') return { redirectTo: back, result: 'paid' };
  if (payment.status === 'canceled') return { redirectTo: home, result: 'expired' };
  if (outcome === 'cancel') return { redirectTo: home, result: 'canceled' };
  if (outcome === 'pay') {
    await paid(room, payment);
    return { redirectTo: back, result: 'paid' };
  }
  if (outcome === 'decline') await refused(room, payment);
  else {
    await file(room.db, { ...payment, status: 'needs_action', lastError: null });
    if (payment.invoiceId) {
      await record(room, 'invoice.payment_action_required', { id: payment.invoiceId });
    }
  }
  return {
    redirectTo: pageUrl(payment.id),
    result: outcome === 'decline' ? 'declined' : 'needs_confirmation',
  };
}
