import Stripe from 'stripe';
import { planPriceCents } from '../domain/plan-prices.ts';
import {
  assertSignatureTime,
  type ProviderEvent,
  readEvent,
  signatureHeader,
  signatureTolerance,
} from './events.ts';
import { BadSignature, PaymentRefused } from './payment-errors.ts';
import type { CheckoutOrder, PaymentProvider } from './payments.ts';
import { asking, found, ifStillOpen, translated } from './stripe/errors.server.ts';
import { planActs } from './stripe/plans.server.ts';
import {
  checkoutState,
  disputeState,
  invoiceState,
  marksToMetadata,
  type PriceIds,
  paymentState,
  refundState,
  secondsOf,
  subscriptionState,
} from './stripe/states.server.ts';

export interface StripeOptions {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  prices: PriceIds;
  host?: string;
  port?: number;
  protocol?: 'http' | 'https';
  timeoutMs?: number;
  now?: () => Date;
}

const withSession = (address: string) =>
  `${address}${address.includes('?') ? '&' : '?'}session_id={CHECKOUT_SESSION_ID}`;

/** Metadata is set on the payment as well: a session does not pass its own on. */
function sessionParams(order: CheckoutOrder, prices: PriceIds): Stripe.Checkout.SessionCreateParams {
  const shared = {
    ui_mode: 'hosted_page',
    customer: order.customerId,
    success_url: withSession(order.successUrl),
    cancel_url: order.cancelUrl,
  } as const;
  if (order.kind === 'subscription') {
    const metadata = { user_id: order.memberId };
    return {
      ...shared,
      mode: 'subscription',
      client_reference_id: order.memberId,
      line_items: [{ price: prices[order.plan], quantity: 1 }],
      metadata,
      subscription_data: { metadata },
    };
  }
  const metadata = marksToMetadata(order);
  return {
    ...shared,
    mode: 'payment',
    client_reference_id: order.purchaseId,
    line_items: [
      {
        price_data: { currency: 'usd', unit_amount: order.amountCents, product_data: { name: order.title } },
        quantity: 1,
      },
    ],
    metadata,
    payment_intent_data: { metadata, description: order.title },
  };
}

export function createStripe(options: StripeOptions): PaymentProvider {
  const { prices } = options;
  const now = options.now ?? (() => new Date());
  const stripe = new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? 9_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(options.host && { host: options.host, port: options.port, protocol: options.protocol }),
  });

  const readPayment = async (id: string) => {
    const intent = await found(() => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
    return intent && paymentState(intent);
  };
  const readCheckout = async (id: string) => {
    const session = await found(() => stripe.checkout.sessions.retrieve(id));
    return session && checkoutState(session);
  };

  return {
    name: 'stripe',
    live: /^(sk|rk)_live_/.test(options.secretKey),
    publishableKey: options.publishableKey,
    ...planActs(stripe, prices, now),

    async ensureCustomer({ memberId, email, name, customerId }) {
      // Only constant parameters go under the key; a changed address would make it a reused key.
      const created = { metadata: { user_id: memberId } };
      const id =
        customerId ??
        (await asking(() => stripe.customers.create(created, { idempotencyKey: `customer:${memberId}` }))).id;
      await asking(() => stripe.customers.update(id, { email, name }));
      return { customerId: id };
    },

    async createPurchase(order) {
      const intent = await asking(() =>
        stripe.paymentIntents.create(
          {
            amount: order.amountCents,
            currency: 'usd',
            customer: order.customerId,
            description: order.title,
            automatic_payment_methods: { enabled: true },
            metadata: marksToMetadata(order),
          },
          { idempotencyKey: order.idempotencyKey },
        ),
      );
      if (!intent.client_secret) throw new PaymentRefused(`Payment ${intent.id} came without a secret`);
      return { paymentId: intent.id, clientSecret: intent.client_secret };
    },

    async hostedCheckout(order) {
      const params = sessionParams(order, prices);
      const session = await asking(() =>
        stripe.checkout.sessions.create(params, { idempotencyKey: order.idempotencyKey }),
      );
      if (!session.url) throw new PaymentRefused(`Session ${session.id} came without an address`);
      return { sessionId: session.id, url: session.url };
    },

    async cancelPayment(paymentId) {
      await ifStillOpen(() => stripe.paymentIntents.cancel(paymentId));
      return readPayment(paymentId);
    },

    async expireCheckout(sessionId) {
      await ifStillOpen(() => stripe.checkout.sessions.expire(sessionId));
      return readCheckout(sessionId);
    },

    async refund({ paymentId, amountCents, idempotencyKey }) {
      const params = { payment_intent: paymentId, ...(amountCents !== undefined && { amount: amountCents }) };
      return refundState(await asking(() => stripe.refunds.create(params, { idempotencyKey })));
    },

    async portalUrl({ customerId, returnUrl }) {
      const visit = { customer: customerId, return_url: returnUrl };
      return (await asking(() => stripe.billingPortal.sessions.create(visit))).url;
    },

    retrievePayment: readPayment,
    retrieveCheckout: readCheckout,
    async retrieveSubscription(id) {
      const subscription = await found(() => stripe.subscriptions.retrieve(id, { expand: ['schedule'] }));
      return subscription && subscriptionState(prices, subscription);
    },
    async retrieveInvoice(id) {
      const invoice = await found(() => stripe.invoices.retrieve(id, { expand: ['payments'] }));
      return invoice && invoiceState(invoice);
    },
    async retrieveRefund(id) {
      const refund = await found(() => stripe.refunds.retrieve(id));
      return refund && refundState(refund);
    },
    async retrieveDispute(id) {
      const dispute = await found(() => stripe.disputes.retrieve(id));
      return dispute && disputeState(dispute);
    },

    async findPayments({ customerId, purchaseId }) {
      const params = { customer: customerId, limit: 100, expand: ['data.latest_charge'] };
      const intents = await asking(() =>
        stripe.paymentIntents.list(params).autoPagingToArray({ limit: 1_000 }),
      );
      return intents.map(paymentState).filter((payment) => payment.purchase?.purchaseId === purchaseId);
    },
    async findSubscriptions(customerId) {
      const { data } = await asking(() =>
        stripe.subscriptions.list({
          customer: customerId,
          status: 'all',
          limit: 100,
          expand: ['data.schedule'],
        }),
      );
      return data.map((subscription) => subscriptionState(prices, subscription));
    },
    async listInvoices(subscriptionId) {
      const params = { subscription: subscriptionId, limit: 100, expand: ['data.payments'] };
      const { data } = await asking(() => stripe.invoices.list(params));
      return data.map(invoiceState);
    },
    async listEvents(since) {
      // Not filtered by type at Stripe: a filter holds at most 20 types, and we read more.
      const events: ProviderEvent[] = [];
      await asking(async () => {
        for await (const event of stripe.events.list({ created: { gte: secondsOf(since) }, limit: 100 })) {
          events.push(readEvent(event));
        }
      });
      return events.filter(({ kind }) => kind !== 'other').reverse();
    },

    parseEvent(rawBody, headers) {
      const signature = headers.get(signatureHeader) ?? '';
      const { webhookSecret } = options;
      try {
        const received = now().getTime();
        const event = stripe.webhooks.constructEvent(
          rawBody,
          signature,
          webhookSecret,
          signatureTolerance,
          undefined,
          received,
        );
        assertSignatureTime(signature, received);
        return readEvent(event);
      } catch (error) {
        const known = translated(error);
        throw known === error && !(error instanceof BadSignature)
          ? new BadSignature('The delivery could not be read')
          : known;
      }
    },

    async checkSetup() {
      const wrong: string[] = [];
      for (const plan of ['premium', 'vip'] as const) {
        const price = await found(() => stripe.prices.retrieve(prices[plan]));
        if (!price) wrong.push(`Stripe has no price ${prices[plan]} for the ${plan} plan.`);
        else if (
          price.unit_amount !== planPriceCents[plan] ||
          price.currency !== 'usd' ||
          price.recurring?.interval !== 'month' ||
          price.recurring.interval_count !== 1
        ) {
          wrong.push(
            `The price ${price.id} of the ${plan} plan is not ${planPriceCents[plan]} cents a month.`,
          );
        } else if (!price.active) wrong.push(`The price ${price.id} of the ${plan} plan is archived.`);
      }
      return wrong;
    },
  };
}
