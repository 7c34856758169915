import { afterAll, beforeAll, expect } from 'vitest';
import { takeDelivery } from '../../app/features/commerce/provider-events/events.server.ts';
import { reconcile } from '../../app/features/commerce/provider-events/reconcile.server.ts';
import { viewerById } from '../../app/features/identity/sessions/sessions.server.ts';
import type { PaymentProvider } from '../../app/payments/payments.ts';
import type { PriceIds } from '../../app/payments/stripe/states.server.ts';
import type { MemberScope, SystemContext, Viewer } from '../../app/scope.ts';
import type { DeliveryLuck, Fake } from './fake-stripe/fake.ts';
import { startFake } from './fake-stripe/fake.ts';
import { rows } from './sql.ts';
import { testWorld } from './world.ts';

/** A world whose payments go through the product's own Stripe implementation, to a fake Stripe. */
export function testStripeShop() {
  const world = testWorld();
  const held: { fake?: Fake; provider?: PaymentProvider } = {};
  const fake = () => held.fake!;
  beforeAll(async () => {
    held.fake = await startFake(new Date('2026-06-01T12:00:00Z'));
    held.provider = held.fake.provider({ timeoutMs: 2_000 });
    // Reading the SDK's types takes long on a busy machine.
  }, 120_000);
  afterAll(() => held.fake?.close());

  const systemContext = (): SystemContext => ({
    ...world.systemContext(),
    payments: held.provider!,
    now: fake().now,
  });

  return {
    world,
    fake,
    systemContext,
    async as(viewer: Viewer): Promise<MemberScope> {
      const fresh = await viewerById(world.em(), viewer.id, fake().now());
      return { ...world.member(fresh), ...systemContext(), sandbox: null };
    },

    /** From now on the site sells its plans at these prices. */
    sellAt(prices: PriceIds) {
      held.provider = fake().provider({ timeoutMs: 2_000, prices });
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

    /** Delivers Stripe's events, by default late, twice and in reverse order, and processes them. */
    async deliver(luck: DeliveryLuck = { repeat: 1, reverse: true }) {
      await fake().deliver(
        ({ body, headers }) => takeDelivery(systemContext(), body, new Headers(headers)),
        luck,
      );
      await world.payments.work(systemContext());
    },

    later(minutes: number) {
      fake().advance(new Date(fake().now().getTime() + minutes * 60_000));
    },

    /** Delivers and processes all events, and checks the ledger. */
    async settled() {
      await this.deliver();
      this.later(3);
      await reconcile(systemContext());
      await this.deliver();
      const booked = await rows<{ payment: string; cents: number }>(world.em())`
        select h.payment_id as payment, sum(e.amount_cents)::int as cents
        from charges h join ledger_entries e on e.charge_id = h.id group by h.payment_id`;
      const kept = [...fake().books.charges.values()].map((charge) => ({
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
