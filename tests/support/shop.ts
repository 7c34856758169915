import { afterEach, expect } from 'vitest';
import { row, rows } from '../../app/db/sql.server.ts';
import { customerOf } from '../../app/features/plans/customers.server.ts';
import { reconcile } from '../../app/features/purchases/reconcile.server.ts';
import type { PurchaseOrder } from '../../app/payments/payments.ts';
import type { MemberScope } from '../../app/scope.ts';
import { brokenRules } from './invariants.ts';
import { testWorld } from './world.ts';

/** A world with something to sell, and words for what happens between people and their bank. */
export function testShop() {
  const world = testWorld();
  const controls = () => world.till.sandbox.controls;
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

    /** A payment with the marks of a purchase, made and paid past the checkout. @returns its id */
    async paidAside(
      { item, asBuyer }: { item: number; asBuyer: () => MemberScope },
      purchaseId: number,
      change: Partial<PurchaseOrder> = {},
    ) {
      const { paymentId } = await world.till.sandbox.provider.createPurchase({
        customerId: await customerOf(asBuyer()),
        purchaseId: String(purchaseId),
        contentId: String(item),
        memberId: String(asBuyer().viewer.id),
        title: 'Something else',
        amountCents: 499,
        idempotencyKey: `aside ${purchaseId} ${JSON.stringify(change)}`,
        ...change,
      });
      await world.till.answer(paymentId);
      return paymentId;
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

    /** What the provider holds for an item. */
    providerPayments: (item: number) =>
      rows<{ id: string; status: string; refunded: number }>(world.em())`
        select id, body->>'status' as status, (body->>'refundedCents')::int as refunded from sandbox.paper
        where kind = 'payment' and body->'purchase'->>'contentId' = ${String(item)} order by created_at, id`,

    planOf: (userId: number) =>
      row<{ plan: string; plan_ends_at: string | null }>(world.em())`
        select plan, plan_ends_at from users where id = ${userId}`,

    later(minutes: number) {
      world.clock.at = new Date(world.clock.at.getTime() + minutes * 60_000);
    },

    /** Everything arrives, everything is looked at, and the books are right. */
    async settled() {
      await world.till.deliver();
      this.later(3);
      await reconcile(world.house());
      expect(await brokenRules(world.em(), world.clock.at)).toEqual([]);
    },
  };
}

/** The payment's id in its client secret. */
export const paymentIn = (clientSecret: string | null | undefined) =>
  clientSecret?.split('_secret_')[0] ?? '';
