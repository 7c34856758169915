import { expect, test } from 'vitest';
import { testWorld } from '../../../tests/support/world.ts';
import { row, rows } from '../../db/sql.server.ts';
import { startPurchase } from './buy.server.ts';

const world = testWorld();

test('a hosted payment opens the item, pays both shares and counts the sale', async () => {
  const creator = await world.person();
  const buyer = await world.person();
  const item = await world.item({ creator: creator.id, tier: 'vip', priceCents: 499 });
  const started = await startPurchase(world.member(buyer), item, { hosted: true });
  expect(started.url).toMatch(/sandbox\/pay\/cs_test_/);
  await world.till.answer(started.url, 'pay');
  await world.till.deliver();
  expect(await rows(world.em())`select status, amount_cents from purchases`).toEqual([
    { status: 'paid', amount_cents: 499 },
  ]);
  expect(
    await rows(world.em())`select account, creator_id, amount_cents from ledger_entries order by id`,
  ).toEqual([
    { account: 'creator', creator_id: creator.id, amount_cents: 250 },
    { account: 'house', creator_id: null, amount_cents: 249 },
  ]);
  expect(await row(world.em())`select sales from content_stats where content_id = ${item}`).toEqual({
    sales: 1,
  });
});
