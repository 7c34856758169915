import { afterAll, beforeAll, expect } from 'vitest';
import { purchaseReturnPath, subscriptionReturnPath } from '../../../app/domain/checkout-paths.ts';
import { storeWebhook } from '../../../app/features/commerce/provider-events/events.server.ts';
import { reconcile } from '../../../app/features/commerce/provider-events/reconcile.server.ts';
import { viewerById } from '../../../app/features/identity/sessions/sessions.server.ts';
import type { PaymentProvider } from '../../../app/payments/payments.ts';
import type { PriceIds } from '../../../app/payments/stripe/states.server.ts';
import type { MemberScope, SystemContext, Viewer } from '../../../app/scope.ts';
import { rows } from '../sql.ts';
import { openTestStripe, type TestStripe } from '../stripe/test-stripe.ts';
import { testWorld } from '../world.ts';

/** How deliveries go wrong. */
interface DeliveryFaults {
  repeat?: number;
  reverse?: boolean;
}

/** A world on a site with Stripe's settings: the sandbox answers as Stripe. */
export function testStripeShop() {
  const world = testWorld();
  const held: { stripe?: TestStripe; provider?: PaymentProvider } = {};
  const stripe = () => held.stripe!;
  beforeAll(() => {
    const origin = 'http://localhost:3000';
    held.stripe = openTestStripe(world.database.url, {
      now: () => world.clock.at,
      purchaseReturnUrl: `${origin}${purchaseReturnPath}`,
      subscriptionReturnUrl: `${origin}${subscriptionReturnPath}`,
    });
    held.provider = stripe().provider();
    // Reading the SDK's types takes long on a busy machine.
  }, 120_000);
  afterAll(() => held.stripe?.close());

  const systemContext = (): SystemContext => ({ ...world.systemContext(), payments: held.provider! });

  return {
    world,
    stripe,
    systemContext,
    async as(viewer: Viewer): Promise<MemberScope> {
      const fresh = await viewerById(world.em(), viewer.id, world.clock.at);
      return { ...world.member(fresh), ...systemContext(), sandbox: null };
    },

    /** From now on the site sells its plans at these prices. */
    sellAt(prices: PriceIds) {
      held.provider = stripe().provider({ prices });
    },

    /** A vip item for sale, its creator, and a free member who might buy it. */
    async stand(priceCents = 999) {
      const creator = await world.person({ plan: 'vip' });
      const buyer = await world.person();
      return { creator, buyer, item: await world.item({ creator: creator.id, tier: 'vip', priceCents }) };
    },

    async statesOf(item: number) {
      const found = await rows<{ status: string }>(world.em())`
        select status from purchases where content_id = ${item} order by id`;
      return found.map(({ status }) => status);
    },

    /** Delivers Stripe's events, by default twice and in reverse order, and processes them. */
    async deliver({ repeat = 1, reverse = true }: DeliveryFaults = {}) {
      const deliveries = await stripe().deliveries();
      if (reverse) deliveries.reverse();
      for (const { body, headers } of deliveries) {
        for (let time = 0; time <= repeat; time += 1) await storeWebhook(systemContext(), body, headers);
      }
      await world.payments.work(systemContext());
    },

    async later(minutes: number) {
      world.clock.at = new Date(world.clock.at.getTime() + minutes * 60_000);
      await stripe().sandbox.advance();
    },

    /** Delivers and processes all events, and checks the ledger. */
    async settled() {
      await this.deliver();
      await this.later(3);
      await reconcile(systemContext());
      await this.deliver();
      const booked = await rows<{ payment: string; cents: number }>(world.em())`
        select h.payment_id as payment, sum(e.amount_cents)::int as cents
        from charges h join ledger_entries e on e.charge_id = h.id group by h.payment_id`;
      const kept = (await stripe().all('charge')).map((charge) => ({
        payment: String(charge.payment_intent),
        cents: charge.amount - charge.amount_refunded,
      }));
      const inOrder = (list: typeof booked) =>
        list.filter(({ cents }) => cents > 0).sort((a, b) => a.payment.localeCompare(b.payment));
      expect(inOrder(booked)).toEqual(inOrder(kept));
    },
  };
}

/** The provider's id of a way to pay. */
export const idOfWay = (way: { clientSecret: string | null; url: string | null }) =>
  way.clientSecret?.split('_secret_')[0] ?? /cs_test_\w+/.exec(way.url ?? '')?.[0] ?? '';
