import { PaymentRefused } from '../payment-errors.ts';
import type { CheckoutOrder } from '../payments.ts';
import { planTitle } from './billing.server.ts';
import { type CheckoutPaper, file, find, newId } from './papers.server.ts';
import { dayMs, type Room } from './room.server.ts';

const lifeMs = dayMs;

type Wanted = Pick<CheckoutPaper, 'customerId' | 'memberId' | 'mode' | 'title' | 'successUrl' | 'cancelUrl'> &
  Partial<CheckoutPaper>;

async function open(room: Room, wanted: Wanted): Promise<string> {
  if (!(await find(room.db, 'customer', wanted.customerId))) {
    throw new PaymentRefused(`No such customer: ${wanted.customerId}`, 'resource_missing');
  }
  const { id } = await file(room.db, {
    kind: 'checkout',
    id: newId('checkout'),
    createdAt: room.at,
    status: 'open',
    amountCents: 0,
    plan: null,
    purchase: null,
    paymentId: null,
    subscriptionId: null,
    needsConfirmation: false,
    lastError: null,
    expiresAt: room.at + lifeMs,
    ...wanted,
  });
  return id;
}

/** Opens a payment page for a sale or a plan, valid for a day. */
export async function openCheckout(room: Room, order: CheckoutOrder): Promise<string> {
  const { customerId, memberId, successUrl, cancelUrl } = order;
  const shared = { customerId, memberId, successUrl, cancelUrl, mode: order.kind };
  if (order.kind === 'subscription') {
    const { plan } = order;
    return open(room, { ...shared, plan, title: planTitle(plan), amountCents: room.prices[plan] });
  }
  const { purchaseId, contentId, title, amountCents } = order;
  return open(room, { ...shared, title, amountCents, purchase: { purchaseId, contentId, memberId } });
}

/** Opens the page where a member replaces the card. */
export async function openPortal(
  room: Room,
  visit: { customerId: string; returnUrl: string },
): Promise<string> {
  const customer = await find(room.db, 'customer', visit.customerId);
  return open(room, {
    mode: 'portal',
    customerId: visit.customerId,
    memberId: customer?.memberId ?? '',
    title: 'Your payment card',
    successUrl: visit.returnUrl,
    cancelUrl: visit.returnUrl,
  });
}
