import { expect, test } from 'vitest';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { row } from '../../../../tests/support/sql.ts';
import type { Viewer } from '../../../scope.ts';
import { startPurchase } from '../purchases/buy.server.ts';
import { balanceOf } from './earnings.server.ts';
import { recordPayout } from './payouts.server.ts';

const shop = testShop();
const { world } = shop;

/** A creator with five dollars to be paid out, and an admin. */
async function stand() {
  const { creator, item, asBuyer } = await shop.stand(999);
  await world.payments.answer((await startPurchase(asBuyer(), item)).clientSecret);
  await shop.settled();
  return { creator, boss: world.member(await world.person({ isAdmin: true })) };
}
const addressOf = async ({ id }: Viewer) =>
  (
    await row<{ address: string | null }>(world.em())`
    select payout_email::text as address from users where id = ${id}`
  )?.address;

test('a form opened before another payout records nothing, and says what was paid meanwhile', async () => {
  const { creator, boss } = await stand();
  const pay = (amountCents: number, knownCents: number) =>
    recordPayout(boss, { creatorId: creator.id, amountCents, knownCents, attempt: crypto.randomUUID() });
  await pay(100, 0);
  await expect(pay(100, 0)).rejects.toMatchObject({
    field: 'amount',
    message:
      'In the meantime, $1.00 was marked as paid; $4.00 is left. Send the form again if you paid this as well.',
  });
  expect((await balanceOf(world.em(), creator.id)).paidOutCents).toBe(100);
  await pay(100, 100);
  expect((await balanceOf(world.em(), creator.id)).paidOutCents).toBe(200);
});

test('the address to pay to is kept, also when everything is paid', async () => {
  const { creator, boss } = await stand();
  await row(world.em())`update users set payout_email = 'mine@bank.example' where id = ${creator.id}`;
  await recordPayout(boss, { creatorId: creator.id, amountCents: 500, attempt: crypto.randomUUID() });
  expect(await addressOf(creator)).toBe('mine@bank.example');
});
