import { describe, expect, test } from 'vitest';
import { brokenRules } from '../../../../tests/support/money/invariants.ts';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall } from '../../../../tests/support/world.ts';
import { findCard } from '../../library/catalog/cards.server.ts';
import { startPurchase } from './buy.server.ts';
import { confirmPurchase, resolveReturn } from './confirm.server.ts';
import { action as confirmCall } from './confirm-purchase.api.ts';
import { action as purchaseCall } from './purchase.api.ts';

const { world, stand, sharesOf } = testShop();

const purchasesOf = (item: number) =>
  rows<{ status: string; amount_cents: number }>(world.em())`
    select status, amount_cents from purchases where content_id = ${item} order by id`;
const sound = async () => expect(await brokenRules(world.em(), world.clock.at)).toEqual([]);

describe('buying', () => {
  test('[E1.2] [E9.6] [C1.3] [C1.4] [D2, D4] a paid item opens for a free member, pays both shares and counts as a sale', async () => {
    const { item, asBuyer, creator } = await stand(999);
    expect((await findCard(asBuyer(), item)).mediaAccess).toBe('locked');
    const { url } = await startPurchase(asBuyer(), item, { hosted: true });
    expect(url).toMatch(/\/sandbox\/pay\/cs_test_/);
    await world.payments.answer(url);
    await world.payments.deliver();
    expect(await findCard(asBuyer(), item)).toMatchObject({ mediaAccess: 'viewer', bought: true, sales: 1 });
    expect(await sharesOf(item)).toEqual([
      { kind: 'sale', account: 'creator', amount_cents: 500 },
      { kind: 'sale', account: 'platform', amount_cents: 499 },
    ]);
    const [entry] = await rows(world.em())`
      select creator_id from ledger_entries where creator_id = ${creator.id}`;
    expect(entry).toBeDefined();
    await sound();
  });

  test('with the payment form, the confirm call opens the item before any webhook', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret } = await startPurchase(asBuyer(), item);
    expect(clientSecret).toMatch(/^pi_\w+_secret_\w+$/);
    await world.payments.answer(clientSecret);
    const paymentId = clientSecret?.split('_secret_')[0] ?? '';
    expect(await confirmPurchase(asBuyer(), item, paymentId)).toMatchObject({ status: 'paid' });
    await world.payments.deliver();
    await world.payments.deliver();
    expect(await purchasesOf(item)).toEqual([{ status: 'paid', amount_cents: 499 }]);
    expect(await sharesOf(item)).toHaveLength(2);
    await sound();
  });

  test('the return page asks the provider, whatever its address says', async () => {
    const { item, asBuyer } = await stand();
    const { url } = await startPurchase(asBuyer(), item, { hosted: true });
    const sessionId = url?.split('/').at(-1);
    expect(await resolveReturn(asBuyer(), { sessionId })).toMatchObject({ state: 'open' });
    await world.payments.answer(url);
    expect(await resolveReturn(asBuyer(), { sessionId })).toMatchObject({ state: 'paid', contentId: item });
    const stranger = world.member(await world.person());
    await expect(resolveReturn(stranger, { sessionId })).rejects.toMatchObject({ name: 'NotFound' });
    await sound();
  });

  test.each([
    ['an item that does not exist', { status: 'none' }, 'NotFound', /.*/],
    ['a draft', { status: 'draft' }, 'NotFound', /.*/],
    ['a withdrawn item', { status: 'withdrawn' }, 'NotFound', /.*/],
    ['an item that is not for sale', { isForSale: false }, 'Refused', /not for sale/],
  ] as const)('%s cannot be bought', async (_what, facts, name, message) => {
    const buyer = await world.person();
    const isMissing = 'status' in facts && facts.status === 'none';
    const item = isMissing
      ? 999_999
      : await world.item({ priceCents: 499, ...(facts as { status?: 'draft' }) });
    const answer = startPurchase(world.member(buyer), item);
    await expect(answer).rejects.toMatchObject({ name, message: expect.stringMatching(message) });
  });

  test('[D2] one’s own item, and one already owned, are refused', async () => {
    const { item, asBuyer, creator } = await stand();
    const own = startPurchase(world.member(creator), item);
    await expect(own).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/your own item/) });
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.payments.answer(clientSecret);
    await world.payments.deliver();
    expect(await startPurchase(asBuyer(), item)).toMatchObject({
      state: 'owned',
      clientSecret: null,
      url: null,
    });
    expect(await purchasesOf(item)).toHaveLength(1);
  });

  test('a withdrawn item stays available to its buyers', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.payments.answer(clientSecret);
    await world.payments.deliver();
    await row(world.em())`update content set status = 'withdrawn' where id = ${item}`;
    expect((await findCard(asBuyer(), item)).mediaAccess).toBe('viewer');
  });
});

describe('as JSON', () => {
  const buy = (viewer: Parameters<typeof world.send>[1], item: number, body: unknown = {}) =>
    world.send(
      purchaseCall,
      viewer,
      `/api/content/${item}/purchase`,
      { id: String(item) },
      jsonCall('POST', body),
    );
  const confirm = (viewer: Parameters<typeof world.send>[1], item: number, body: unknown) => {
    const path = `/api/content/${item}/confirm-purchase`;
    return world.send(confirmCall, viewer, path, { id: String(item) }, jsonCall('POST', body));
  };

  test('[C4.6] [C4.7] [C7.21] [C7.22] purchase returns a client secret, confirm-purchase opens the item', async () => {
    const { item, buyer } = await stand();
    const started = await buy(buyer, item);
    expect(started.status).toBe(200);
    const { clientSecret } = (await started.json()) as { clientSecret: string };
    const paymentIntentId = clientSecret.split('_secret_')[0] ?? '';
    const early = await confirm(buyer, item, { paymentIntentId });
    expect(early.status).toBe(409);
    expect(await early.json()).toEqual({ message: 'Payment Failed: The payment was not completed.' });
    await world.payments.answer(clientSecret);
    const done = await confirm(buyer, item, { paymentIntentId });
    expect([done.status, await done.json()]).toEqual([
      200,
      { status: 'paid', contentId: item, purchaseId: expect.any(Number) },
    ]);
    const again = await buy(buyer, item);
    expect([again.status, await again.json()]).toEqual([409, { message: 'You already own this item.' }]);
  });

  test('visitors are asked to sign in; wrong bodies, ids and verbs are named', async () => {
    const { item, buyer } = await stand();
    expect((await buy(null, item)).status).toBe(401);
    expect((await confirm(null, item, {})).status).toBe(401);
    expect((await buy(buyer, 999_999)).status).toBe(404);
    expect((await confirm(buyer, item, {})).status).toBe(422);
    expect((await confirm(buyer, item, { paymentIntentId: '../../v1/refunds' })).status).toBe(422);
    for (const body of [
      { attempt: 'short' },
      { attempt: 7 },
      { seenPriceCents: -1 },
      { seenPriceCents: 'x' },
    ]) {
      const wrong = await buy(buyer, item, body);
      expect([wrong.status, (await wrong.json()).message]).toEqual([422, 'Please open the checkout again.']);
    }
    const get = await world.send(purchaseCall, buyer, '/api/content/1/purchase', { id: '1' });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('a plain form may make the same calls', async () => {
    const { item, buyer } = await stand();
    const path = `/api/content/${item}/purchase`;
    const init = formPost({ seenPriceCents: '499' });
    const answer = await world.send(purchaseCall, buyer, path, { id: String(item) }, init);
    expect(answer.status).toBe(200);
  });
});
