import { expect, test } from 'vitest';
import { idOfWay as idOf, testStripeShop } from '../../../../tests/support/stripe-shop.ts';
import { billingSummary } from './billing-summary.server.ts';
import { changePlan, previewPlanChange } from './change-plan.server.ts';
import { startSubscription } from './subscribe.server.ts';

const { world, fake, as, deliver, sellAt } = testStripeShop();
const months = (count: number) =>
  fake().advance(new Date(fake().now().getTime() + count * 31 * 24 * 3_600_000));

test('when a plan is sold at a new price, its members keep it at the price they agreed to', async () => {
  fake().books.prices.get('price_premium')!.unit_amount = 899;
  const viewer = await world.person();
  const { clientSecret, url } = await startSubscription(await as(viewer), 'premium');
  fake().payer(idOf({ clientSecret, url }), 'pay');
  await deliver();
  const billing = async () => billingSummary(await as(viewer));
  const kept = { plan: 'premium', subscription: { plan: 'premium', priceCents: 899 } };
  expect(await billing()).toMatchObject(kept);

  sellAt({ premium: 'price_new', vip: 'price_vip', earlier: new Map([['price_premium', 'premium']]) });
  months(1);
  await deliver();
  expect(await billing()).toMatchObject(kept);
  const { prorationAt } = await previewPlanChange(await as(viewer), 'vip');
  expect(await changePlan(await as(viewer), 'vip', { prorationAt })).toMatchObject({ state: 'changed' });
  await deliver();
  expect(await billing()).toMatchObject({ plan: 'vip', subscription: { plan: 'vip', priceCents: 2499 } });
});
