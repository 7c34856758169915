import { expect, test } from 'vitest';
import { testWorld } from '../../tests/support/world.ts';
import { anyOf, compiledOnce } from './kysely.server.ts';

const world = testWorld();

test('a statement is written once, and each run has its own values and the transaction of its caller', async () => {
  let written = 0;
  const find = compiledOnce((tables, { ids, plan }: { ids: number[]; plan: 'free' | 'vip' }) => {
    written += 1;
    return tables
      .selectFrom('users')
      .select('username')
      .where('id', '=', anyOf('int4', ids))
      .where('plan', '=', plan)
      .where('status', '=', 'active');
  });
  const [one, two] = [await world.person(), await world.person({ plan: 'vip' })];
  const names = async (plan: 'free' | 'vip', em = world.em()) =>
    (await find(em, { ids: [one.id, two.id], plan })).map(({ username }) => username);
  expect(await Promise.all([names('free'), names('vip')])).toEqual([[one.username], [two.username]]);
  await world.em().transactional(async (em) => {
    await em.execute(`update users set plan = 'vip' where id = ${one.id}`);
    expect(await names('free', em)).toEqual([]);
    expect(await names('free')).toEqual([one.username]);
  });
  expect(written).toBe(1);
});
