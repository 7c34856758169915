import { expect, test } from 'vitest';
import { testShop } from '../../tests/support/money/shop.ts';
import { rows } from '../../tests/support/sql.ts';
import { payForDemo } from './money.server.ts';

const shop = testShop();
const { world } = shop;

test('the demo people pay for their plans, and some buy: the books are real ones', async () => {
  const creator = await world.person({ plan: 'vip' });
  await world.person({ plan: 'premium' });
  await world.person({ username: 'sam_okafor' });
  for (let n = 0; n < 8; n += 1) await world.item({ creator: creator.id, tier: 'vip', priceCents: 499 });
  await payForDemo({
    member: world.member,
    systemContext: world.systemContext,
    sandbox: world.payments.sandbox,
  });
  const plans = await rows(world.em())`
    select u.plan, s.status, u.plan_ends_at is not null as ends from users u join subscriptions s on s.user_id = u.id
    order by u.id`;
  expect(plans).toEqual([
    { plan: 'vip', status: 'active', ends: true },
    { plan: 'premium', status: 'active', ends: true },
  ]);
  expect((await rows(world.em())`select 1 from purchases where status = 'paid'`).length).toBeGreaterThan(0);
  await shop.settled();
});
