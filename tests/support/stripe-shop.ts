import { afterAll, beforeAll, expect } from 'vitest';
import { rows } from '../../app/db/sql.server.ts';
import { viewerById } from '../../app/features/accounts/sessions.server.ts';
import { takeDelivery } from '../../app/features/purchases/events.server.ts';
import { reconcile } from '../../app/features/purchases/reconcile.server.ts';
import type { PaymentProvider } from '../../app/payments/payments.ts';
import type { PriceIds } from '../../app/payments/stripe/states.server.ts';
import type { HouseScope, MemberScope, Viewer } from '../../app/scope.ts';
import type { DeliveryLuck, Standin } from './stripe-standin/standin.ts';
import { startStandin } from './stripe-standin/standin.ts';
import { testWorld } from './world.ts';

/** A world whose payments go through the product's own Stripe implementation, to a stand-in of Stripe. */
export function testStripeShop() {
  const world = testWorld();
  const held: { standin?: Standin; provider?: PaymentProvider } = {};
  const standin = () => held.standin!;
  beforeAll(async () => {
    held.standin = await startStandin(new Date('2026-06-01T12:00:00Z'));
    held.provider = held.standin.provider({ timeoutMs: 2_000 });
    // Reading the SDK's types takes a while on a busy machine.
  }, 120_000);
  afterAll(() => held.standin?.close());

  const house = (): HouseScope => ({ ...world.house(), payments: held.provider!, now: standin().now });

  return {
    world,
    standin,
    house,
    async as(viewer: Viewer): Promise<MemberScope> {
      const fresh = await viewerById(world.em(), viewer.id, standin().now());
      return { ...world.member(fresh), ...house(), sandbox: null };
    },

    /** From now on the site sells its plans at these prices. */
    sellAt(prices: PriceIds) {
      held.provider = standin().provider({ timeoutMs: 2_000, prices });
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

    /** What Stripe has to tell arrives, late, twice and backwards unless told otherwise, and is worked off. */
    async deliver(luck: DeliveryLuck = { repeat: 1, reverse: true }) {
      await standin().deliver(({ body, headers }) => takeDelivery(house(), body, new Headers(headers)), luck);
      await world.till.work(house());
    },

    later(minutes: number) {
      standin().advance(new Date(standin().now().getTime() + minutes * 60_000));
    },

    /** Everything arrives, everything is looked at, and the books are right. */
    async settled() {
      await this.deliver();
      this.later(3);
      await reconcile(house());
      await this.deliver();
      const booked = await rows<{ payment: string; cents: number }>(world.em())`
        select h.payment_id as payment, sum(e.amount_cents)::int as cents
        from charges h join ledger_entries e on e.charge_id = h.id group by h.payment_id`;
      const kept = [...standin().books.charges.values()].map((charge) => ({
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
