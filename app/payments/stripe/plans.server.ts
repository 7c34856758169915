import type Stripe from 'stripe';
import type { PaidPlan } from '../../domain/plan-prices.ts';
import { idOf } from '../events.ts';
import { PaymentRefused } from '../payment-errors.ts';
import type { SubscriptionState } from '../payment-states.ts';
import type { OpenPayment, PaymentProvider } from '../payments.ts';
import { asking, ifStillOpen } from './errors.server.ts';
import { type PriceIds, secondsOf, subscriptionState } from './states.server.ts';

type PlanCalls = Pick<
  PaymentProvider,
  | 'createSubscription'
  | 'previewChange'
  | 'changePlan'
  | 'undoPlanChange'
  | 'cancelAtPeriodEnd'
  | 'resume'
  | 'cancelNow'
>;

const firstItem = (subscription: Stripe.Subscription) => {
  const item = subscription.items.data[0];
  if (!item) throw new PaymentRefused(`Subscription ${subscription.id} has no item`);
  return item;
};

const scheduleId = (subscription: Stripe.Subscription) => idOf(subscription.schedule);

const openInvoice = ({ latest_invoice: invoice }: Stripe.Subscription) =>
  typeof invoice === 'object' && invoice?.status === 'open' ? invoice : null;

function openPayment(subscription: Stripe.Subscription): OpenPayment {
  const invoice = openInvoice(subscription);
  const clientSecret = invoice?.confirmation_secret?.client_secret ?? null;
  return {
    paymentId: clientSecret?.split('_secret_')[0] ?? null,
    clientSecret,
    url: invoice?.hosted_invoice_url ?? null,
  };
}

/** Plans at Stripe. The price comes from our own map, never from a caller. */
export function planCalls(stripe: Stripe, prices: PriceIds, now: () => Date): PlanCalls {
  const read = async (id: string) =>
    asking(() => stripe.subscriptions.retrieve(id, { expand: ['schedule', 'latest_invoice'] }));
  const state = async (id: string): Promise<SubscriptionState> => subscriptionState(prices, await read(id));

  // A subscription with a schedule refuses changes of its own.
  const release = async (subscription: Stripe.Subscription, key: string) => {
    const schedule = scheduleId(subscription);
    if (!schedule) return;
    await ifStillOpen(() =>
      stripe.subscriptionSchedules.release(schedule, {}, { idempotencyKey: `${key}:release` }),
    );
  };

  const setCancel = async (id: string, cancel: boolean, key: string) => {
    await asking(() =>
      stripe.subscriptions.update(id, { cancel_at_period_end: cancel }, { idempotencyKey: key }),
    );
  };

  const upgradeNow = async (
    subscription: Stripe.Subscription,
    plan: PaidPlan,
    prorationAt: Date | undefined,
    key: string,
  ) => {
    await release(subscription, key);
    return asking(() =>
      stripe.subscriptions.update(
        subscription.id,
        {
          items: [{ id: firstItem(subscription).id, price: prices[plan] }],
          proration_behavior: 'always_invoice',
          // The old plan stays until the difference is paid.
          payment_behavior: 'pending_if_incomplete',
          ...(prorationAt && { proration_date: secondsOf(prorationAt) }),
          expand: ['schedule', 'latest_invoice.confirmation_secret'],
        },
        { idempotencyKey: key },
      ),
    );
  };

  const changeAtPeriodEnd = async (subscription: Stripe.Subscription, plan: PaidPlan, key: string) => {
    if (subscription.cancel_at_period_end) await setCancel(subscription.id, false, `${key}:resume`);
    const item = firstItem(subscription);
    const schedule = await asking(async () =>
      typeof subscription.schedule === 'object' && subscription.schedule
        ? subscription.schedule
        : stripe.subscriptionSchedules.create(
            { from_subscription: subscription.id },
            { idempotencyKey: `${key}:schedule` },
          ),
    );
    await asking(() =>
      stripe.subscriptionSchedules.update(
        schedule.id,
        {
          end_behavior: 'release',
          proration_behavior: 'none',
          phases: [
            {
              items: [{ price: item.price.id, quantity: 1 }],
              // Stripe refuses a running phase with another start.
              start_date: schedule.current_phase?.start_date ?? item.current_period_start,
              end_date: item.current_period_end,
            },
            {
              items: [{ price: prices[plan], quantity: 1 }],
              duration: { interval: 'month', interval_count: 1 },
              proration_behavior: 'none',
            },
          ],
        },
        { idempotencyKey: `${key}:phases` },
      ),
    );
  };

  return {
    async createSubscription(order) {
      const subscription = await asking(() =>
        stripe.subscriptions.create(
          {
            customer: order.customerId,
            items: [{ price: prices[order.plan], quantity: 1 }],
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            metadata: { user_id: order.memberId },
            expand: ['latest_invoice.confirmation_secret'],
          },
          { idempotencyKey: order.idempotencyKey },
        ),
      );
      const { paymentId, clientSecret } = openPayment(subscription);
      if (!paymentId || !clientSecret) {
        throw new PaymentRefused(`Subscription ${subscription.id} came without a payment`);
      }
      return { subscriptionId: subscription.id, paymentId, clientSecret };
    },

    async previewChange({ subscriptionId, plan }) {
      const subscription = await read(subscriptionId);
      const item = firstItem(subscription);
      const prorationAt = new Date(secondsOf(now()) * 1000);
      const [invoice, price] = await Promise.all([
        asking(() =>
          stripe.invoices.createPreview({
            subscription: subscriptionId,
            subscription_details: {
              items: [{ id: item.id, price: prices[plan] }],
              proration_behavior: 'always_invoice',
              proration_date: secondsOf(prorationAt),
            },
          }),
        ),
        asking(() => stripe.prices.retrieve(prices[plan])),
      ]);
      return {
        plan,
        dueNowCents: invoice.amount_due,
        nextAmountCents: price.unit_amount ?? 0,
        nextBillingAt: new Date(item.current_period_end * 1000),
        prorationAt,
        currency: invoice.currency,
      };
    },

    async changePlan(change) {
      const { subscriptionId, plan, idempotencyKey: key } = change;
      const subscription = await read(subscriptionId);
      if (change.when === 'period_end') {
        await changeAtPeriodEnd(subscription, plan, key);
        return { subscription: await state(subscriptionId), payment: null };
      }
      const changed = await upgradeNow(subscription, plan, change.prorationAt, key);
      return {
        subscription: subscriptionState(prices, changed),
        payment: changed.pending_update ? openPayment(changed) : null,
      };
    },

    async undoPlanChange({ subscriptionId, idempotencyKey: key }) {
      const subscription = await read(subscriptionId);
      await release(subscription, key);
      const invoice = openInvoice(subscription);
      // Voiding the open invoice makes Stripe drop the change that waits for it.
      if (subscription.pending_update && invoice) {
        await asking(() => stripe.invoices.voidInvoice(invoice.id, {}, { idempotencyKey: `${key}:void` }));
      }
      return state(subscriptionId);
    },

    async cancelAtPeriodEnd({ subscriptionId, idempotencyKey: key }) {
      await release(await read(subscriptionId), key);
      await setCancel(subscriptionId, true, key);
      return state(subscriptionId);
    },

    async resume({ subscriptionId, idempotencyKey }) {
      await setCancel(subscriptionId, false, idempotencyKey);
      return state(subscriptionId);
    },

    async cancelNow({ subscriptionId, idempotencyKey }) {
      const isOver = ({ status }: { status: string }) =>
        status === 'canceled' || status === 'incomplete_expired';
      const before = await read(subscriptionId);
      if (!isOver(before)) {
        await release(before, idempotencyKey);
        // The webhook and the return page may end it at the same moment.
        await ifStillOpen(() => stripe.subscriptions.cancel(subscriptionId, {}, { idempotencyKey }));
      }
      const after = await state(subscriptionId);
      // Callers retry until it is over, so a refusal for another reason must reach them.
      if (!isOver(after)) throw new PaymentRefused(`Subscription ${subscriptionId} could not be ended`);
      return after;
    },
  };
}
