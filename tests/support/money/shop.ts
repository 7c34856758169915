import { afterEach, expect } from 'vitest';
import type { PaidPlan } from '../../../app/domain/plan-prices.ts';
import { customerOf } from '../../../app/features/commerce/ledger/customers.server.ts';
import { startSubscription } from '../../../app/features/commerce/plans/subscribe.server.ts';
import { reconcile } from '../../../app/features/commerce/provider-events/reconcile.server.ts';
import type { PurchaseOrder } from '../../../app/payments/payments.ts';
import type { MemberScope } from '../../../app/scope.ts';
import { row, rows } from '../sql.ts';
import { testWorld } from '../world.ts';
import { brokenRules } from './invariants.ts';

/** A world with items for sale, and functions for what people, Summa and the payment provider do. */
export function testShop() {
  const world = testWorld();
  const controls = () => world.payments.sandbox.controls;
  afterEach(async () => {
    const { switchOff, failNext, dropNextAnswer, declineNext, loseEvents } = controls();
    await switchOff(false);
    for (const calm of [failNext, dropNextAnswer, declineNext, loseEvents]) await calm(0);
  });

  return {
    world,
    controls,

    /** A vip item for sale, its creator, and a free member who might buy it. */
    async stand(priceCents = 499) {
      const creator = await world.person({ plan: 'vip' });
      const buyer = await world.person();
      const item = await world.item({ creator: creator.id, tier: 'vip', priceCents });
      return { creator, buyer, item, asBuyer: () => world.member(buyer) };
    },

    /** A payment with the metadata of a purchase, made and paid outside the checkout. @returns its id */
    async paidAside(
      { item, asBuyer }: { item: number; asBuyer: () => MemberScope },
      purchaseId: number,
      change: Partial<PurchaseOrder> = {},
    ) {
      const { paymentId } = await world.payments.sandbox.provider.createPurchase({
        customerId: await customerOf(asBuyer()),
        purchaseId: String(purchaseId),
        contentId: String(item),
        memberId: String(asBuyer().viewer.id),
        title: 'Something else',
        amountCents: 499,
        idempotencyKey: `aside ${purchaseId} ${JSON.stringify(change)}`,
        ...change,
      });
      await world.payments.answer(paymentId);
      return paymentId;
    },

    /** A member whose first month of the plan is paid. */
    async subscribed(plan: PaidPlan = 'premium') {
      const viewer = await world.person();
      const { clientSecret } = await startSubscription(world.member(viewer), plan);
      await world.payments.answer(clientSecret);
      await this.settled();
      return viewer;
    },

    async statesOf(item: number) {
      const found = await rows<{ status: string }>(world.em())`
        select status from purchases where content_id = ${item} order by id`;
      return found.map(({ status }) => status);
    },

    sharesOf: (item: number) =>
      rows<{ kind: string; account: string; amount_cents: number }>(world.em())`
        select e.kind, e.account, e.amount_cents from ledger_entries e join charges h on h.id = e.charge_id
        join purchases p on p.id = h.purchase_id where p.content_id = ${item} order by e.id`,

    /** The payments that the provider has for an item. */
    providerPayments: (item: number) =>
      rows<{ id: string; status: string; refunded: number }>(world.em())`
        select p.id, p.body->>'status' as status, coalesce((c.body->>'amount_refunded')::int, 0) as refunded
        from sandbox.object p left join sandbox.object c on c.id = p.body->>'latest_charge'
        where p.kind = 'payment_intent' and p.body->'metadata'->>'content_id' = ${String(item)} order by p.position`,

    planOf: (userId: number) =>
      row<{ plan: string; plan_ends_at: string | null }>(world.em())`
        select plan, plan_ends_at from users where id = ${userId}`,

    later(minutes: number) {
      world.clock.at = new Date(world.clock.at.getTime() + minutes * 60_000);
    },

    /** Delivers and processes all events, and checks the ledger. */
    async settled() {
      await world.payments.deliver();
      this.later(3);
      await reconcile(world.systemContext());
      expect(await brokenRules(world.em(), world.clock.at)).toEqual([]);
    },
  };
}

/** The payment's id in its client secret. */
export const paymentIn = (clientSecret: string | null | undefined) =>
  clientSecret?.split('_secret_')[0] ?? '';
