import { expect, test } from 'vitest';
import { testRequests } from '../../../../tests/support/money/requests.ts';
import { paymentIn } from '../../../../tests/support/money/shop.ts';
import { row } from '../../../../tests/support/sql.ts';
import type { Viewer } from '../../../scope.ts';
import { deleteContent } from '../../library/authoring/delete-content.server.ts';
import { balanceOf } from '../earnings/earnings.server.ts';
import { startPurchase } from '../purchases/buy.server.ts';
import { resolveReturn } from '../purchases/confirm.server.ts';
import { fulfil } from '../purchases/fulfil.server.ts';

const shop = testRequests();
const { world } = shop;

/** An accepted request whose payment is on its way when its creator cancels. */
async function cancelledWhilePaying() {
  const { creator, vip } = await shop.pair();
  const id = await shop.ask(vip, creator);
  await shop.takeStep(creator, id, 'accept');
  const item = await shop.itemOf(id);
  const { clientSecret } = await startPurchase(world.member(vip), item);
  await shop.takeStep(creator, id, 'cancel');
  const pays = async () => {
    await world.payments.answer(clientSecret);
    const paymentId = paymentIn(clientSecret);
    return { paymentId, ...(await fulfil(world.systemContext(), paymentId)) };
  };
  return { creator, vip, id, item, pays };
}

const boughtBy = (vip: Viewer, item: number) =>
  row(
    world.em(),
  )`select 1 from purchases where user_id = ${vip.id} and content_id = ${item} and status = 'paid'`;

const afterwards: Record<string, (creator: Viewer, item: number) => Promise<unknown>> = {
  nothing: async () => {},
  'deletes the draft': (creator, item) => deleteContent(world.member(creator), item),
  'publishes the draft': (_, item) =>
    row(
      world.em(),
    )`update content set status = 'published', published_at = ${world.clock.at} where id = ${item}`,
};

test.each(Object.keys(afterwards))(
  'a payment that arrives after the creator cancelled opens nothing and is refunded, whatever they do with the draft: %s',
  async (what) => {
    const { creator, vip, id, item, pays } = await cancelledWhilePaying();
    await afterwards[what]?.(creator, item);
    const { state, paymentId } = await pays();
    expect(state).toBe('over');
    expect(await resolveReturn(world.member(vip), { paymentId })).toMatchObject({
      state: 'over',
      requestId: what === 'publishes the draft' ? null : id,
    });
    await shop.turn();
    expect(await boughtBy(vip, item)).toBeNull();
    expect(await shop.stateOf(id)).toBe('cancelled');
    expect(await balanceOf(world.em(), creator.id)).toMatchObject({ earnedCents: 0 });
    await shop.settled();
  },
);

test('a request’s draft is bought like any other item once it is for sale', async () => {
  const { creator, vip, item } = await cancelledWhilePaying();
  await shop.turn();
  await row(world.em())`update content set status = 'published', published_at = ${world.clock.at},
    is_for_sale = true, price_cents = 499 where id = ${item}`;
  shop.later(1);
  const { clientSecret } = await startPurchase(world.member(vip), item);
  await world.payments.answer(clientSecret);
  expect((await fulfil(world.systemContext(), paymentIn(clientSecret ?? ''))).state).toBe('paid');
  await shop.turn();
  expect(await boughtBy(vip, item)).not.toBeNull();
  expect(await balanceOf(world.em(), creator.id)).toMatchObject({ earnedCents: 250 });
});
