/** What the product asks of a payment provider. Money is integer cents, time is a Date. */

import type { PaidPlan } from '../domain/plan-prices.ts';
import type { ProviderEvent } from './events.ts';
import type {
  CheckoutState,
  DisputeState,
  InvoiceState,
  PaymentState,
  PurchaseMarks,
  RefundState,
  SubscriptionState,
} from './payment-states.ts';

export interface PurchaseOrder extends PurchaseMarks {
  customerId: string;
  title: string;
  amountCents: number;
  idempotencyKey: string;
}

interface SubscriptionOrder {
  customerId: string;
  memberId: string;
  plan: PaidPlan;
  idempotencyKey: string;
}

/** The provider adds `session_id=<id>` to `successUrl`. Opening that address proves nothing. */
interface ReturnAddresses {
  successUrl: string;
  cancelUrl: string;
}

export type CheckoutOrder = ReturnAddresses &
  (({ kind: 'purchase' } & PurchaseOrder) | ({ kind: 'subscription' } & SubscriptionOrder));

interface SubscriptionChange {
  subscriptionId: string;
  idempotencyKey: string;
}

/** `now` charges the difference as of the preview's `prorationAt`; `period_end` waits and charges nothing. */
type PlanChangeOrder = SubscriptionChange & { plan: PaidPlan } & (
    | { when: 'now'; prorationAt?: Date }
    | { when: 'period_end' }
  );

interface PlanPreview {
  plan: PaidPlan;
  dueNowCents: number;
  nextAmountCents: number;
  nextBillingAt: Date;
  prorationAt: Date;
  currency: string;
}

/** A payment still to be made or confirmed; `url` is for browsers without scripts. */
export interface OpenPayment {
  paymentId: string | null;
  clientSecret: string | null;
  url: string | null;
}

/** `payment` is null once the change applies; until then the old plan stays. */
interface PlanChange {
  subscription: SubscriptionState;
  payment: OpenPayment | null;
}

/** A `retrieve` answers null for an unknown object; a call with an `idempotencyKey` may be repeated.
 *  @throws PaymentDeclined, PaymentRefused, PaymentKeyReused, PaymentProviderDown */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** Stripe's word: real money moves, not that of a test. */
  readonly livemode: boolean;
  readonly publishableKey: string;
  /** The address of the script that puts card fields into our pages. */
  readonly cardScript: string;

  /** The member's one customer; with `customerId`, only name and address are updated. */
  ensureCustomer(member: {
    memberId: string;
    email: string;
    name: string;
    customerId?: string | null;
  }): Promise<{ customerId: string }>;

  createPurchase(order: PurchaseOrder): Promise<{ paymentId: string; clientSecret: string }>;
  createSubscription(
    order: SubscriptionOrder,
  ): Promise<{ subscriptionId: string; paymentId: string; clientSecret: string }>;
  hostedCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>;
  /** Ends an open attempt; what is paid stays paid. A hosted page's payment ends with its session. */
  cancelPayment(paymentId: string): Promise<PaymentState | null>;
  expireCheckout(sessionId: string): Promise<CheckoutState | null>;

  previewChange(change: { subscriptionId: string; plan: PaidPlan }): Promise<PlanPreview>;
  changePlan(change: PlanChangeOrder): Promise<PlanChange>;
  undoPlanChange(change: SubscriptionChange): Promise<SubscriptionState>;
  cancelAtPeriodEnd(change: SubscriptionChange): Promise<SubscriptionState>;
  resume(change: SubscriptionChange): Promise<SubscriptionState>;
  /** Ends the plan at once without a refund, as when an account is deleted. */
  cancelNow(change: SubscriptionChange): Promise<SubscriptionState>;

  /** Without `amountCents`, all that is left of the payment. */
  refund(order: { paymentId: string; amountCents?: number; idempotencyKey: string }): Promise<RefundState>;
  portalUrl(visit: { customerId: string; returnUrl: string }): Promise<string>;

  retrievePayment(paymentId: string): Promise<PaymentState | null>;
  retrieveCheckout(sessionId: string): Promise<CheckoutState | null>;
  retrieveSubscription(subscriptionId: string): Promise<SubscriptionState | null>;
  retrieveInvoice(invoiceId: string): Promise<InvoiceState | null>;
  retrieveRefund(refundId: string): Promise<RefundState | null>;
  retrieveDispute(disputeId: string): Promise<DisputeState | null>;

  /** For an attempt whose answer was lost: what the provider holds for it. */
  findPayments(wanted: { customerId: string; purchaseId: string }): Promise<PaymentState[]>;
  findSubscriptions(customerId: string): Promise<SubscriptionState[]>;
  listInvoices(subscriptionId: string): Promise<InvoiceState[]>;
  /** Oldest first, at most 30 days back. */
  listEvents(since: Date): Promise<ProviderEvent[]>;
  /** @throws BadSignature for a forged or altered webhook, or one signed more than five minutes from now */
  parseEvent(rawBody: string, headers: Headers): ProviderEvent;

  /** What is wrong with the provider's account, in sentences for the operator; empty when ready. */
  checkSetup(): Promise<string[]>;
}
