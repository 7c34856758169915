/** What a provider holds now. A state added later becomes `unknown`: it gives no access, moves no money. */

import type { PaidPlan } from '../domain/plan-prices.ts';

export type PaymentStatus =
  | 'needs_payment'
  | 'needs_action'
  | 'processing'
  | 'authorized'
  | 'succeeded'
  | 'canceled'
  | 'unknown';

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'
  | 'unknown';

type CheckoutStatus = 'open' | 'complete' | 'expired' | 'unknown';
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void' | 'uncollectible' | 'unknown';
export type InvoiceReason = 'first' | 'renewal' | 'change' | 'other';
export type RefundStatus = 'pending' | 'needs_action' | 'succeeded' | 'failed' | 'canceled' | 'unknown';
/** `inquiry` has moved no money yet; `under_appeal` follows a loss, so its money is still gone. */
export type DisputeStatus =
  | 'inquiry'
  | 'inquiry_closed'
  | 'open'
  | 'under_appeal'
  | 'prevented'
  | 'won'
  | 'lost'
  | 'unknown';

/** The metadata of a sale at the provider; the local row must match all three. */
export interface PurchaseMarks {
  purchaseId: string;
  contentId: string;
  memberId: string;
}

export interface PaymentState {
  paymentId: string;
  status: PaymentStatus;
  amountCents: number;
  receivedCents: number;
  refundedCents: number;
  currency: string;
  customerId: string | null;
  purchase: PurchaseMarks | null;
  disputed: boolean;
  lastError: string | null;
  receiptUrl: string | null;
  livemode: boolean;
  createdAt: Date;
}

export interface CheckoutState {
  sessionId: string;
  kind: 'purchase' | 'subscription' | 'unknown';
  status: CheckoutStatus;
  paid: boolean;
  url: string | null;
  paymentId: string | null;
  subscriptionId: string | null;
  amountCents: number;
  currency: string;
  customerId: string | null;
  memberId: string | null;
  purchase: PurchaseMarks | null;
  livemode: boolean;
  expiresAt: Date;
}

export interface SubscriptionState {
  subscriptionId: string;
  status: SubscriptionStatus;
  plan: PaidPlan | null;
  priceCents: number;
  currency: string;
  customerId: string;
  memberId: string | null;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
  scheduledPlan: PaidPlan | null;
  pendingPlan: PaidPlan | null;
  latestInvoiceId: string | null;
  livemode: boolean;
  createdAt: Date;
}

export interface InvoiceState {
  invoiceId: string;
  number: string | null;
  status: InvoiceStatus;
  reason: InvoiceReason;
  amountDueCents: number;
  amountPaidCents: number;
  currency: string;
  customerId: string | null;
  subscriptionId: string | null;
  memberId: string | null;
  paymentId: string | null;
  url: string | null;
  attempts: number;
  nextAttemptAt: Date | null;
  periodStart: Date;
  periodEnd: Date;
  livemode: boolean;
  createdAt: Date;
  paidAt: Date | null;
}

export interface RefundState {
  refundId: string;
  paymentId: string | null;
  status: RefundStatus;
  amountCents: number;
  currency: string;
  createdAt: Date;
}

export interface DisputeState {
  disputeId: string;
  paymentId: string | null;
  status: DisputeStatus;
  amountCents: number;
  currency: string;
  createdAt: Date;
}
