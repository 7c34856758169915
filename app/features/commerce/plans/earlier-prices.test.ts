import { expect, test } from 'vitest';
import { idOfWay as idOf, testStripeShop } from '../../../../tests/support/money/stripe-shop.ts';
import { billingSummary } from './billing-summary.server.ts';
import { changePlan, previewPlanChange } from './change-plan.server.ts';
import { startSubscription } from './subscribe.server.ts';

const { world, stripe, as, deliver, sellAt, later } = testStripeShop();
const months = (count: number) => later(count * 31 * 24 * 60);

test('when a plan is sold at a new price, its members keep it at the price they agreed to', async () => {
  stripe().setPrice('price_premium', { unit_amount: 899 });
  const viewer = await world.person();
  const { clientSecret, url } = await startSubscription(await as(viewer), 'premium');
  await stripe().payer(idOf({ clientSecret, url }), 'pay');
  await deliver();
  const billing = async () => billingSummary(await as(viewer));
  const kept = { plan: 'premium', subscription: { plan: 'premium', priceCents: 899 } };
  expect(await billing()).toMatchObject(kept);

  sellAt({ premium: 'price_new', vip: 'price_vip', earlier: new Map([['price_premium', 'premium']]) });
  await months(1);
  await deliver();
  expect(await billing()).toMatchObject(kept);
  const { prorationAt } = await previewPlanChange(await as(viewer), 'vip');
  expect(await changePlan(await as(viewer), 'vip', { prorationAt })).toMatchObject({ state: 'changed' });
  await deliver();
  expect(await billing()).toMatchObject({ plan: 'vip', subscription: { plan: 'vip', priceCents: 2499 } });
});
