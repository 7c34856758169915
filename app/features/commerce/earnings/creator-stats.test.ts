import { expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { jsonCall, testWorld } from '../../../../tests/support/world.ts';
import * as call from './creator-stats.api.ts';

const world = testWorld();

test('[C3.12] [C7.12] counts what is published, the followers and the shares of what was sold', async () => {
  const creator = await world.person({ plan: 'vip' });
  const [first, second] = [
    await world.item({ creator: creator.id, priceCents: 499 }),
    await world.item({ creator: creator.id }),
  ];
  const draft = await world.item({ creator: creator.id, status: 'draft' });
  const other = await world.item();
  for (const [id, views, likes] of [
    [first, 100, 7],
    [second, 23, 5],
    [draft, 1000, 1000],
    [other, 999, 99],
  ]) {
    await row(
      world.em(),
    )`update content_stats set views = ${views}, likes = ${likes} where content_id = ${id}`;
  }
  for (let n = 0; n < 3; n += 1) {
    const { id } = await world.person();
    await row(world.em())`insert into follows (follower_id, creator_id) values (${id}, ${creator.id})`;
  }
  const buyer = await world.person();
  await world.em().transactional(async (em) => {
    const purchase = await row<{ id: number }>(em)`
      insert into purchases (user_id, content_id, amount_cents, status, paid_at)
      values (${buyer.id}, ${first}, 499, 'paid', now()) returning id`;
    const charge = await row<{ id: number }>(em)`
      insert into charges (kind, user_id, purchase_id, title, amount_cents, paid_at)
      values ('sale', ${buyer.id}, ${purchase?.id}, 'x', 499, now()) returning id`;
    await row(em)`insert into ledger_entries (charge_id, kind, account, creator_id, amount_cents) values
      (${charge?.id}, 'sale', 'creator', ${creator.id}, 250), (${charge?.id}, 'sale', 'platform', null, 249)`;
  });
  const answer = await world.send(call.loader, creator, '/api/creator-stats');
  expect(await answer.json()).toEqual({
    totalViews: 123,
    totalLikes: 12,
    totalContent: 2,
    subscribers: 3,
    totalEarnings: 2.5,
  });
});

test('are all zero for a member without published items, and absent for a visitor', async () => {
  const answer = await world.send(call.loader, await world.person(), '/api/creator/stats');
  expect(await answer.json()).toEqual({
    totalViews: 0,
    totalLikes: 0,
    totalContent: 0,
    subscribers: 0,
    totalEarnings: 0,
  });
  expect((await world.send(call.loader, null, '/api/creator/stats')).status).toBe(401);
  const post = await world.send(call.action, null, '/api/creator/stats', {}, jsonCall('POST', {}));
  expect(post.headers.get('allow')).toBe('GET, HEAD');
});
