import type {
  CheckoutState,
  DisputeState,
  InvoiceState,
  PaymentState,
  RefundState,
  SubscriptionState,
} from '../payment-states.ts';
import type {
  CheckoutPaper,
  DisputePaper,
  InvoicePaper,
  PaymentPaper,
  RefundPaper,
  SubscriptionPaper,
} from './papers.server.ts';
import type { Room } from './room.server.ts';

const date = (at: number) => new Date(at);
const dateOrNull = (at: number | null) => (at === null ? null : date(at));
const shared = { currency: 'usd', live: false } as const;

export const paymentState = (paper: PaymentPaper): PaymentState => ({
  ...shared,
  paymentId: paper.id,
  status: paper.status,
  amountCents: paper.amountCents,
  receivedCents: paper.status === 'succeeded' ? paper.amountCents : 0,
  refundedCents: paper.refundedCents,
  customerId: paper.customerId,
  purchase: paper.purchase,
  disputed: paper.disputed,
  lastError: paper.lastError,
  receiptUrl: null,
  createdAt: date(paper.createdAt),
});

/** Null for a visit to the portal, where nothing is sold. */
export function checkoutState(paper: CheckoutPaper, pageUrl: (id: string) => string): CheckoutState | null {
  if (paper.mode === 'portal') return null;
  return {
    ...shared,
    sessionId: paper.id,
    kind: paper.mode,
    status: paper.status,
    paid: paper.status === 'complete',
    url: paper.status === 'open' ? pageUrl(paper.id) : null,
    paymentId: paper.mode === 'purchase' ? paper.paymentId : null,
    subscriptionId: paper.subscriptionId,
    amountCents: paper.amountCents,
    customerId: paper.customerId,
    memberId: paper.memberId,
    purchase: paper.purchase,
    expiresAt: date(paper.expiresAt),
  };
}

export const subscriptionState = (paper: SubscriptionPaper, prices: Room['prices']): SubscriptionState => ({
  ...shared,
  subscriptionId: paper.id,
  status: paper.status,
  plan: paper.plan,
  priceCents: prices[paper.plan],
  customerId: paper.customerId,
  memberId: paper.memberId,
  periodStart: date(paper.periodStart),
  periodEnd: date(paper.periodEnd),
  cancelAtPeriodEnd: paper.cancelAtPeriodEnd,
  endedAt: dateOrNull(paper.endedAt),
  scheduledPlan: paper.scheduledPlan,
  pendingPlan: paper.pendingPlan,
  latestInvoiceId: paper.latestInvoiceId,
  createdAt: date(paper.createdAt),
});

export const invoiceState = (paper: InvoicePaper, pageUrl: (id: string) => string): InvoiceState => ({
  ...shared,
  invoiceId: paper.id,
  number: paper.number,
  status: paper.status,
  reason: paper.reason,
  amountDueCents: paper.amountCents,
  amountPaidCents: paper.status === 'paid' ? paper.amountCents : 0,
  customerId: paper.customerId,
  subscriptionId: paper.subscriptionId,
  memberId: paper.memberId,
  paymentId: paper.paymentId,
  url: paper.status === 'open' ? pageUrl(paper.paymentId) : null,
  attempts: paper.attempts,
  nextAttemptAt: dateOrNull(paper.nextAttemptAt),
  periodStart: date(paper.periodStart),
  periodEnd: date(paper.periodEnd),
  createdAt: date(paper.createdAt),
  paidAt: dateOrNull(paper.paidAt),
});

export const refundState = (paper: RefundPaper): RefundState => ({
  refundId: paper.id,
  paymentId: paper.paymentId,
  status: paper.status,
  amountCents: paper.amountCents,
  currency: 'usd',
  createdAt: date(paper.createdAt),
});

export const disputeState = (paper: DisputePaper): DisputeState => ({
  disputeId: paper.id,
  paymentId: paper.paymentId,
  status: paper.status,
  amountCents: paper.amountCents,
  currency: 'usd',
  createdAt: date(paper.createdAt),
});
