import { expect, test } from 'vitest';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { wrongBalances } from '../../../../tests/support/money/true-balances.ts';
import { row } from '../../../../tests/support/sql.ts';
import { startPurchase } from '../purchases/buy.server.ts';
import { checkCheckpoints, takeCheckpoint } from './checkpoints.server.ts';
import { readHorizon } from './checkpoints.sql.server.ts';
import { balanceOf } from './earnings.server.ts';
import { recordPayout } from './payouts.server.ts';

const shop = testShop();
const { world, stand } = shop;
const system = () => ({ em: world.em() });

async function sell(item: number) {
  const { clientSecret } = await startPurchase(world.member(await world.person()), item);
  await world.payments.answer(clientSecret);
  await shop.settled();
}
const newestEntry = async () =>
  (await row<{ id: number }>(world.em())`select max(id) as id from ledger_entries`)?.id ?? 0;

test('a checkpoint holds sales and payouts, and a second one adds nothing twice', async () => {
  const { item, creator } = await stand(999);
  for (let n = 0; n < 3; n += 1) await sell(item);
  const boss = world.member(await world.person({ isAdmin: true }));
  await recordPayout(boss, { creatorId: creator.id, amountCents: 700, attempt: `pay ${creator.id}` });
  const before = await balanceOf(world.em(), creator.id);
  // In steps of two ids; each is a transaction of its own.
  for (let n = 0; n < 3; n += 1) expect(await takeCheckpoint(system(), 2)).toBe(true);
  expect(
    await row(
      world.em(),
    )`select earned_cents, paid_cents from ledger_checkpoints where creator_id = ${creator.id}`,
  ).toEqual({ earned_cents: 1_500, paid_cents: 700 });
  expect(await balanceOf(world.em(), creator.id)).toEqual(before);
  await sell(item);
  await recordPayout(boss, { creatorId: creator.id, amountCents: 900, attempt: `pay again ${creator.id}` });
  expect(await balanceOf(world.em(), creator.id)).toMatchObject({ earnedCents: 2_000, paidOutCents: 1_600 });
  expect(await wrongBalances(world.em())).toEqual([]);
});

test('the check finds a checkpoint that is not the ledger, and the ledger is right', async () => {
  const { item, creator } = await stand(999);
  await sell(item);
  await takeCheckpoint(system());
  await row(
    world.em(),
  )`update ledger_checkpoints set earned_cents = earned_cents + 5 where creator_id = ${creator.id}`;
  await row(world.em())`update ledger_days set platform_cents = platform_cents - 1`;
  expect((await balanceOf(world.em(), creator.id)).earnedCents).toBe(505);
  expect(await checkCheckpoints(system())).toEqual([
    { creatorId: creator.id, day: null, cents: 5 },
    { creatorId: null, day: expect.stringMatching(/^\d{4}-/), cents: 1 },
  ]);
  expect((await balanceOf(world.em(), creator.id)).earnedCents).toBe(500);
  expect(await checkCheckpoints(system())).toEqual([]);
  expect(await wrongBalances(world.em())).toEqual([]);
});

test('payouts are only ever added to, as a checkpoint adds each of them once', async () => {
  const run = (statement: string) => world.em().execute(statement);
  await expect(run('update payouts set amount_cents = 1')).rejects.toThrow('only ever added to');
  await expect(run('delete from payouts')).rejects.toThrow('only ever added to');
});

/** A copy of the creator's first sale in a transaction of its own, which is not committed yet. */
async function openSale(creatorId: number) {
  const em = world.em();
  await em.begin();
  await row(em)`set local session_replication_role = replica`;
  await row(em)`insert into ledger_entries (charge_id, kind, account, creator_id, amount_cents)
    select charge_id, 'refund', 'creator', creator_id, 111 from ledger_entries
    where creator_id = ${creatorId} order by id limit 1`;
  return em;
}

test('an entry with a lower id that is committed after a checkpoint is not lost', async () => {
  const [late, early] = [await stand(999), await stand(999)];
  await sell(late.item);
  await sell(early.item);
  expect(await takeCheckpoint(system())).toBe(true);
  const open = await openSale(late.creator.id);
  await sell(early.item);
  const before = await readHorizon(world.em());
  // The open entry has a lower id than the sale that everybody sees, so the horizon stays below both.
  expect(await takeCheckpoint(system())).toBe(false);
  expect(await readHorizon(world.em())).toEqual(before);
  expect((await balanceOf(world.em(), early.creator.id)).earnedCents).toBe(1_000);
  await open.commit();
  expect(await takeCheckpoint(system())).toBe(true);
  expect((await readHorizon(world.em())).entries).toBe(await newestEntry());
  expect((await balanceOf(world.em(), late.creator.id)).earnedCents).toBe(611);
  expect(await checkCheckpoints(system())).toEqual([]);
});
