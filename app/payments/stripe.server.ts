import Stripe from 'stripe';
import { planPriceCents } from '../domain/plan-prices.ts';
import {
  assertSignatureTime,
  type ProviderEvent,
  readEvent,
  signatureHeader,
  signatureTolerance,
} from './events.ts';
import { BadSignature, PaymentProviderDown, PaymentRefused } from './payment-errors.ts';
import type { PaymentProvider } from './payments.ts';
import { asking, found, ifStillOpen, translated } from './stripe/errors.server.ts';
import { planCalls } from './stripe/plans.server.ts';
import { sessionParams } from './stripe/sessions.server.ts';
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
  /** What carries the calls, instead of the network: the sandbox's. */
  httpClient?: Stripe.HttpClient;
  /** How often a failed call is repeated. */
  retries?: number | undefined;
  now?: () => Date;
}

export function createStripe(options: StripeOptions): PaymentProvider {
  const { prices } = options;
  const now = options.now ?? (() => new Date());
  const stripe = new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? 9_000,
    maxNetworkRetries: options.retries ?? 2,
    telemetry: false,
    ...(options.httpClient && { httpClient: options.httpClient }),
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

  const createCustomer = async (memberId: string, turn = 1): Promise<string> => {
    const idempotencyKey = turn === 1 ? `customer:${memberId}` : `customer:${memberId}:${turn}`;
    // Only constant parameters go under the key; a changed address would make it a reused key.
    const params = { metadata: { user_id: memberId } };
    try {
      return (await asking(() => stripe.customers.create(params, { idempotencyKey }))).id;
    } catch (error) {
      // A key whose failure was kept would refuse this member for a day.
      if (!(error instanceof PaymentProviderDown && error.keySpent) || turn === 3) throw error;
      return createCustomer(memberId, turn + 1);
    }
  };

  return {
    name: 'stripe',
    livemode: /^(sk|rk)_live_/.test(options.secretKey),
    publishableKey: options.publishableKey,
    // Stripe requires its own address, in the API version that the server uses.
    cardScript: 'https://js.stripe.com/endive/stripe.js',
    ...planCalls(stripe, prices, now),

    async ensureCustomer({ memberId, email, name, customerId }) {
      const id = customerId ?? (await createCustomer(memberId));
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
