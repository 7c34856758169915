import { createHmac, randomUUID } from 'node:crypto';
import { cancelPlan, changePlan } from '../../../app/features/commerce/plans/change-plan.server.ts';
import { resolvePlanReturn } from '../../../app/features/commerce/plans/plan-return.server.ts';
import { startSubscription } from '../../../app/features/commerce/plans/subscribe.server.ts';
import { startPurchase } from '../../../app/features/commerce/purchases/buy.server.ts';
import { testCards } from '../../../app/payments/card-script.ts';
import { sign } from '../../../app/payments/sandbox/events.sql.server.ts';
import type { Viewer } from '../../../app/scope.ts';
import { secret } from '../world.ts';
import { begun, onSale, sold } from './making.ts';
import type { LiveWorld, SampleRequest, SampleRequests } from './sample-request.ts';

const purchasesOf = (id: number) => `select count(*) from purchases where user_id = ${id}`;
const paidBy = (id: number) => `${purchasesOf(id)} and status = 'paid'`;

/** A member whose plan is paid. */
export async function subscriber(world: LiveWorld, plan: 'premium' | 'vip' = 'premium') {
  const viewer = await world.person();
  const { url } = await startSubscription(world.member(viewer), plan, { hosted: true });
  await world.payments.answer(url);
  await resolvePlanReturn(world.member(viewer), { sessionId: url?.split('/').at(-1) ?? '' } as never);
  return viewer;
}

const ending = (id: number) =>
  `select count(*) from subscriptions where user_id = ${id} and cancel_at_period_end`;
const plansOf = (id: number) => `select count(*) from subscriptions where user_id = ${id}`;

const leading = (as: Viewer, path: string, effect: SampleRequest['effect']): SampleRequest => ({
  path,
  as,
  fields: {},
  effect,
});

/** A delivery as the sandbox signs it for this site. */
export function delivery(object: object, id = `evt_${randomUUID().replaceAll('-', '')}`) {
  const type = 'payment_intent.succeeded';
  const created = Math.trunc(Date.now() / 1_000);
  const body = JSON.stringify({ id, type, created, livemode: false, data: { object } });
  const key = createHmac('sha256', secret).update('sandbox events').digest('hex');
  return {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': sign(body, key, Date.now()) },
  };
}

/** Buying, and what runs at the payment provider. */
export const moneyRequests: SampleRequests = {
  'POST /checkout/:contentId': async (world) => {
    const { item } = await onSale(world);
    const buyer = await world.person();
    const fields = { attempt: randomUUID(), seenPriceCents: '499' };
    return { path: `/checkout/${item}`, as: buyer, fields, effect: [purchasesOf(buyer.id), 1] };
  },
  'POST /api/content/:id/purchase': async (world) => {
    const { item } = await onSale(world);
    const buyer = await world.person();
    return { path: `/api/content/${item}/purchase`, as: buyer, json: {}, effect: [purchasesOf(buyer.id), 1] };
  },
  'POST /api/content/:id/confirm-purchase': async (world) => {
    const { item, buyer, paymentId } = await begun(world, { paid: true });
    const json = { paymentIntentId: paymentId };
    return {
      path: `/api/content/${item}/confirm-purchase`,
      as: buyer,
      json,
      paymentId,
      effect: [paidBy(buyer.id), 1],
    };
  },
  'POST /sandbox/pay/:sessionId': async (world) => {
    const { sessionId, buyer } = await begun(world);
    const effect = `select count(*) from sandbox.object where kind = 'payment_intent' and id in
      (select payment_id from purchases where user_id = ${buyer.id}) and body->>'status' = 'succeeded'`;
    const path = `/sandbox/pay/${sessionId}`;
    return { path, as: buyer, fields: { outcome: 'pay' }, effect: [effect, [0, 1]] };
  },
  'POST /sandbox/v1/payment_intents/:paymentId/confirm': async (world) => {
    const { item } = await onSale(world);
    const buyer = await world.person();
    const { clientSecret } = await startPurchase(world.member(buyer), item, { hosted: false });
    const [paymentId = ''] = (clientSecret ?? '').split('_secret_');
    const effect = `select count(*) from sandbox.object where kind = 'charge' and body->>'payment_intent' = '${paymentId}'`;
    const path = `/sandbox/v1/payment_intents/${paymentId}/confirm`;
    const fields = { client_secret: clientSecret ?? '', number: testCards[0]?.number ?? '' };
    return { path, as: buyer, fields, effect: [effect, 1] };
  },
  'GET /checkout/return': async (world) => {
    const { buyer, paymentId } = await begun(world, { paid: true });
    const path = `/checkout/return?payment_intent=${paymentId}`;
    return { path, as: buyer, paymentId, effect: [paidBy(buyer.id), 1] };
  },
  'GET /checkout/:contentId/status': async (world) => {
    const { item, buyer, paymentId } = await begun(world, { paid: true });
    return { path: `/checkout/${item}/status`, as: buyer, paymentId, effect: [paidBy(buyer.id), [0, 1]] };
  },
  'POST /subscribe': async (world) => {
    const viewer = await world.person();
    const fields = { plan: 'premium' };
    return { path: '/subscribe?plan=premium', as: viewer, fields, effect: [plansOf(viewer.id), 1] };
  },
  'POST /api/create-subscription': async (world) => {
    const viewer = await world.person();
    const json = { plan: 'vip' };
    return { path: '/api/create-subscription', as: viewer, json, effect: [plansOf(viewer.id), 1] };
  },
  'GET /subscribe/return': async (world) => {
    const viewer = await world.person();
    const { url } = await startSubscription(world.member(viewer), 'vip', { hosted: true });
    await world.payments.answer(url);
    const effect = `select count(*) from users where id = ${viewer.id} and plan = 'vip'`;
    return {
      path: `/subscribe/return?session_id=${url?.split('/').at(-1)}`,
      as: viewer,
      effect: [effect, 1],
    };
  },
  'POST /account/billing/cancel': async (world) => {
    const viewer = await subscriber(world);
    return leading(viewer, '/account/billing/cancel', [ending(viewer.id), 1]);
  },
  'POST /account/billing/resume': async (world) => {
    const viewer = await subscriber(world);
    await cancelPlan(world.member(viewer));
    return leading(viewer, '/account/billing/resume', [ending(viewer.id), -1]);
  },
  'POST /account/billing/undo-change': async (world) => {
    const viewer = await subscriber(world, 'vip');
    await changePlan(world.member(viewer), 'premium');
    const effect = `select count(*) from subscriptions where user_id = ${viewer.id} and scheduled_plan is not null`;
    return leading(viewer, '/account/billing/undo-change', [effect, -1]);
  },
  'POST /account/billing/card': async (world) =>
    leading(await subscriber(world), '/account/billing/card', null),
  'POST /api/stripe/webhook': async (world) => {
    const { paymentId } = await begun(world, { paid: true });
    const id = `evt_${randomUUID().replaceAll('-', '')}`;
    const sent = delivery({ id: paymentId, status: 'succeeded', amount: 499 }, id);
    const effect: SampleRequest['effect'] = [`select count(*) from provider_events where id = '${id}'`, 1];
    return { path: '/api/stripe/webhook', as: null, signed: sent, effect };
  },
  'POST /admin/purchases/:id/refund': async (world) => {
    const { purchaseId } = await sold(world);
    const admin = await world.person({ isAdmin: true });
    const effect = `select count(*) from refunds r join charges c on c.payment_id = r.payment_id
      where c.purchase_id = ${purchaseId}`;
    return { path: `/admin/purchases/${purchaseId}/refund`, as: admin, fields: {}, effect: [effect, 1] };
  },
  'POST /admin/payouts/:creatorId': async (world) => {
    const { creator } = await sold(world);
    const admin = await world.person({ isAdmin: true });
    const fields = { amount: '2.50', attempt: randomUUID(), paidOut: '0' };
    const effect = `select count(*) from payouts where creator_id = ${creator.id}`;
    return { path: `/admin/payouts/${creator.id}`, as: admin, fields, effect: [effect, [0, 1]] };
  },
};
