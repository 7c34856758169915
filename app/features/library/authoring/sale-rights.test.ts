import { describe, expect, test } from 'vitest';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { maySell } from '../../../domain/plans.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { checkMaySell, dropAllSurplusSales } from './sale-rights.server.ts';

const world = testWorld();

test.each([
  ['free', 0, false],
  ['premium', 0, true],
  ['premium', 1, true],
  ['premium', 2, false],
  ['vip', 1_000, true],
] as [Tier, number, boolean][])(
  '[E6.7] [E9.4] [C1.10] [C9.7] [C9] with %s and %i for sale, one more may be sold: %s',
  (plan, count, may) => {
    expect(maySell(plan, count)).toBe(may);
  },
);

const putOnSale = (creatorId: number, contentId: number) =>
  world.em().transactional(async (em) => {
    await checkMaySell(em, { creatorId, contentId, now: world.clock.at });
    await row(em)`update content set is_for_sale = true where id = ${contentId}`;
  });
const forSale = async (creatorId: number) =>
  (
    await rows<{ id: number }>(world.em())`
      select id from content where creator_id = ${creatorId} and is_for_sale order by id`
  ).map(({ id }) => id);

async function seller(plan: Tier, items: number) {
  const creator = await world.person({ plan });
  const ids: number[] = [];
  for (let n = 0; n < items; n += 1) {
    ids.push(await world.item({ creator: creator.id, priceCents: 499, isForSale: false }));
  }
  return { creator, ids };
}

describe('putting on sale', () => {
  test('[C1.10] [C9.7] parallel requests of a premium creator put two items on sale, not three', async () => {
    const { creator, ids } = await seller('premium', 5);
    const all = await Promise.allSettled(ids.map((id) => putOnSale(creator.id, id)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await forSale(creator.id)).toHaveLength(2);
    const [refused] = all.filter((each) => each.status === 'rejected');
    expect(refused?.reason).toMatchObject({
      field: 'isForSale',
      message: expect.stringContaining('2 items'),
    });
  });

  test('putting an item on sale waits for another one in progress, and then counts it', async () => {
    const { creator, ids } = await seller('premium', 3);
    await putOnSale(creator.id, ids[0] ?? 0);
    const em = world.em();
    // Not `transactional`: MikroORM would draw the other item into the same transaction.
    await em.begin();
    await checkMaySell(em, { creatorId: creator.id, contentId: ids[1], now: world.clock.at });
    await row(em)`update content set is_for_sale = true where id = ${ids[1]}`;
    let isOver = false;
    const third = putOnSale(creator.id, ids[2] ?? 0)
      .catch((error: unknown) => error)
      .finally(() => {
        isOver = true;
      });
    const isWaiting = () =>
      row(em)`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
    while (!isOver && !(await isWaiting())) await new Promise(setImmediate);
    await em.commit();
    expect(await third).toMatchObject({ field: 'isForSale' });
    expect(await forSale(creator.id)).toEqual(ids.slice(0, 2));
  });

  test('changing an item that is on sale already counts it once', async () => {
    const { creator, ids } = await seller('premium', 2);
    for (const id of [...ids, ...ids]) await putOnSale(creator.id, id);
    expect(await forSale(creator.id)).toEqual(ids);
  });

  test('a deleted item does not count against the limit', async () => {
    const { creator, ids } = await seller('premium', 3);
    for (const id of ids.slice(0, 2)) await putOnSale(creator.id, id);
    // Ending an item takes it off sale too; if code forgets that, it must not count.
    await row(world.em())`update content set status = 'withdrawn' where id = ${ids[0]}`;
    await putOnSale(creator.id, ids[2] ?? 0);
    expect(await forSale(creator.id)).toEqual(ids);
  });

  test('a plan that has ended gives no right to sell', async () => {
    const { creator, ids } = await seller('vip', 1);
    await row(world.em())`update users set plan_ends_at = ${world.clock.at} where id = ${creator.id}`;
    await expect(putOnSale(creator.id, ids[0] ?? 0)).rejects.toMatchObject({ field: 'isForSale' });
  });
});

test('the sweep takes the newest surplus items off sale once a plan has ended by itself', async () => {
  const { creator, ids } = await seller('vip', 3);
  for (const id of ids) await putOnSale(creator.id, id);
  expect(await dropAllSurplusSales(world.em(), world.clock.at)).toEqual([]);
  await row(world.em())`update users set plan = 'premium' where id = ${creator.id}`;
  expect(await dropAllSurplusSales(world.em(), world.clock.at)).toEqual(ids.slice(2));
  const ended = new Date(world.clock.at.getTime() - 1);
  await row(world.em())`update users set plan_ends_at = ${ended} where id = ${creator.id}`;
  const dropped = await dropAllSurplusSales(world.em(), world.clock.at);
  expect(dropped.sort((a, b) => a - b)).toEqual(ids.slice(0, 2));
});
