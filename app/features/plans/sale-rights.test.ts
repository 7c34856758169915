import { describe, expect, test } from 'vitest';
import { testWorld } from '../../../tests/support/world.ts';
import { row, rows } from '../../db/sql.server.ts';
import type { Tier } from '../content/words.ts';
import { maySell } from './plans.ts';
import { checkMaySell, dropSurplusSales } from './sale-rights.server.ts';

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

  test('changing an item that is on sale already counts it once', async () => {
    const { creator, ids } = await seller('premium', 2);
    for (const id of [...ids, ...ids]) await putOnSale(creator.id, id);
    expect(await forSale(creator.id)).toEqual(ids);
  });

  test('a plan that has ended sells nothing', async () => {
    const { creator, ids } = await seller('vip', 1);
    await row(world.em())`update users set plan_ends_at = ${world.clock.at} where id = ${creator.id}`;
    await expect(putOnSale(creator.id, ids[0] ?? 0)).rejects.toMatchObject({ field: 'isForSale' });
  });
});

test('the sweep takes the newest surplus off sale, once a plan has ended by itself', async () => {
  const { creator, ids } = await seller('vip', 3);
  for (const id of ids) await putOnSale(creator.id, id);
  expect(await dropSurplusSales(world.em(), world.clock.at)).toEqual([]);
  await row(world.em())`update users set plan = 'premium' where id = ${creator.id}`;
  expect(await dropSurplusSales(world.em(), world.clock.at)).toEqual(ids.slice(2));
  const ended = new Date(world.clock.at.getTime() - 1);
  await row(world.em())`update users set plan_ends_at = ${ended} where id = ${creator.id}`;
  const dropped = await dropSurplusSales(world.em(), world.clock.at);
  expect(dropped.sort((a, b) => a - b)).toEqual(ids.slice(0, 2));
});
