import { describe, expect, test } from 'vitest';
import { details, testRequests } from '../../../../tests/support/money/requests.ts';
import { row } from '../../../../tests/support/sql.ts';
import { balanceOf } from '../earnings/earnings.server.ts';
import { startPurchase } from '../purchases/buy.server.ts';
import { myPurchases } from '../purchases/library.server.ts';
import { askRequest } from './offers/ask.server.ts';
import { decideRequest } from './steps/decide.server.ts';

const shop = testRequests();
const { world, pair, ask, takeStep, pay, paid, delivered, stateOf, statesOf, turn } = {
  ...shop,
  pair: shop.pair.bind(shop),
  paid: shop.paid.bind(shop),
  delivered: shop.delivered.bind(shop),
  pay: shop.pay.bind(shop),
};
const asAdmin = async () => world.member(await world.person({ isAdmin: true }));

describe('a request that succeeds', () => {
  test('asked, accepted, paid, delivered, done: the item is the member’s, and the share can be paid out', async () => {
    const { creator, vip } = await pair();
    const id = await ask(vip, creator);
    await takeStep(creator, id, 'accept');
    const item = await shop.itemOf(id);
    expect((await pay(vip, id, { hosted: true })).state).toBe('paid');
    expect(await stateOf(id)).toBe('paid');
    expect(await balanceOf(world.em(), creator.id)).toMatchObject({ earnedCents: 1_251, frozenCents: 1_251 });
    expect((await myPurchases(world.member(vip), { size: 9 })).items).toEqual([]);
    await shop.fill(id);
    await takeStep(creator, id, 'deliver');
    expect((await myPurchases(world.member(vip), { size: 9 })).items.map((each) => each.id)).toEqual([item]);
    await takeStep(vip, id, 'confirm');
    expect(await shop.historyOf(id)).toEqual(['asked', 'accepted', 'paid', 'delivered', 'done']);
    expect(await balanceOf(world.em(), creator.id)).toMatchObject({ frozenCents: 0, availableCents: 1_251 });
    await shop.settled();
  });

  test('seven days without an answer after the delivery count as acceptance, not a second earlier', async () => {
    const { id } = await delivered();
    shop.days(7);
    world.clock.at = new Date(world.clock.at.getTime() - 1000);
    await turn();
    expect(await stateOf(id)).toBe('delivered');
    world.clock.at = new Date(world.clock.at.getTime() + 1000);
    await turn();
    expect(await stateOf(id)).toBe('done');
    await shop.settled();
  });

  test('it becomes public when both sides agree, and the requester keeps it', async () => {
    const { id, item, creator, vip } = await delivered();
    await takeStep(vip, id, 'confirm');
    const status = async () =>
      (await row<{ status: string }>(world.em())`select status from content where id = ${item}`)?.status;
    await takeStep(creator, id, 'publish');
    expect(await status()).toBe('private');
    await takeStep(creator, id, 'keep-private');
    await takeStep(vip, id, 'publish');
    expect(await status()).toBe('private');
    await takeStep(creator, id, 'publish');
    expect(await status()).toBe('published');
    expect((await myPurchases(world.member(vip), { size: 9 })).items).toHaveLength(1);
    await shop.settled();
  });
});

describe('a request that fails', () => {
  test('undelivered in time: everything is refunded, once, however many runs of the job there are', async () => {
    const { id, item, creator, vip } = await paid({ days: 3 });
    shop.days(3);
    await expect(takeStep(creator, id, 'deliver')).rejects.toThrow('no longer possible');
    await Promise.allSettled([turn(), turn(), turn()]);
    await turn();
    expect(await stateOf(id)).toBe('late');
    expect(await statesOf(item)).toEqual(['refunded']);
    expect(await shop.sharesOf(item)).toHaveLength(4);
    expect(await shop.providerPayments(item)).toMatchObject([{ refunded: 2_501 }]);
    expect(await balanceOf(world.em(), creator.id)).toMatchObject({ earnedCents: 0, frozenCents: 0 });
    expect((await myPurchases(world.member(vip), { size: 9 })).items).toEqual([]);
    await shop.settled();
  });

  test('a refund that the provider cannot take is tried again', async () => {
    const { id, item } = await paid({ days: 1 });
    shop.days(1);
    await shop.controls().switchOff(true);
    await expect(turn()).rejects.toThrow();
    expect(await stateOf(id)).toBe('late');
    expect(await statesOf(item)).toEqual(['paid']);
    await shop.controls().switchOff(false);
    await turn();
    expect(await statesOf(item)).toEqual(['refunded']);
    await shop.settled();
  });

  test('a refund that the bank returns is tried again', async () => {
    const { id, item, creator } = await paid();
    await takeStep(creator, id, 'cancel', 'I am hurt.');
    await turn();
    expect(await statesOf(item)).toEqual(['refunded']);
    const given = await row<{ id: string }>(world.em())`
      select id from sandbox.object where kind = 'refund' and body->>'payment_intent' =
        (select payment_id from purchases where content_id = ${item})`;
    await shop.controls().failRefund(given?.id ?? '');
    await world.payments.deliver();
    expect(await statesOf(item)).toEqual(['paid']);
    shop.later(120);
    await turn();
    expect(await statesOf(item)).toEqual(['refunded']);
    await shop.settled();
  });

  test('a payment that arrives after the request was withdrawn is refunded, and pays for nothing', async () => {
    const { creator, vip } = await pair();
    const id = await ask(vip, creator);
    await takeStep(creator, id, 'accept');
    const item = await shop.itemOf(id);
    const { clientSecret } = await startPurchase(world.member(vip), item);
    await takeStep(vip, id, 'withdraw');
    await world.payments.answer(clientSecret);
    await turn();
    await world.payments.deliver();
    expect(await stateOf(id)).toBe('withdrawn');
    expect(await statesOf(item)).toEqual(['cancelled']);
    expect(await shop.sharesOf(item)).toEqual([]);
    expect(await shop.providerPayments(item)).toMatchObject([{ refunded: 2_501 }]);
    await shop.settled();
  });

  test('unpaid for 72 hours it expires, and its checkout is closed', async () => {
    const { creator, vip } = await pair();
    const id = await ask(vip, creator);
    await takeStep(creator, id, 'accept');
    const { url } = await startPurchase(world.member(vip), await shop.itemOf(id), { hosted: true });
    shop.days(3);
    await expect(pay(vip, id)).rejects.toThrow('no longer needs a payment');
    await turn();
    expect(await stateOf(id)).toBe('lapsed');
    await world.payments.answer(url).catch(() => {});
    await shop.settled();
    expect(await statesOf(await shop.itemOf(id))).toEqual(['cancelled']);
  });

  test('a payment made in the last minute is recorded before the request expires', async () => {
    const { creator, vip } = await pair();
    const id = await ask(vip, creator);
    await takeStep(creator, id, 'accept');
    const { clientSecret } = await startPurchase(world.member(vip), await shop.itemOf(id));
    await world.payments.answer(clientSecret);
    shop.days(3);
    await turn();
    expect(await stateOf(id)).toBe('paid');
    await shop.settled();
  });

  test('in a dispute the share is frozen; an admin refunds or releases it, once, with a reason that both sides read', async () => {
    for (const [outcome, end, status] of [
      ['refund', 'refunded', 'refunded'],
      ['release', 'done', 'paid'],
    ] as const) {
      const { id, item, creator, vip } = await delivered();
      await expect(takeStep(vip, id, 'dispute')).rejects.toThrow('what is wrong with it');
      await takeStep(vip, id, 'dispute', 'It shows a triangle.');
      shop.days(30);
      await turn();
      expect(await stateOf(id)).toBe('disputed');
      expect(await balanceOf(world.em(), creator.id)).toMatchObject({
        availableCents: 0,
        frozenCents: 1_251,
      });
      await decideRequest(await asAdmin(), id, { outcome, reason: 'We watched it.' });
      await expect(
        decideRequest(await asAdmin(), id, { outcome: 'refund', reason: 'Me too.' }),
      ).rejects.toThrow('There is nothing to decide');
      await turn();
      expect(await stateOf(id)).toBe(end);
      expect(await statesOf(item)).toEqual([status]);
      const logged = await row<{ note: string }>(world.em())`
        select note from audit_log where subject_kind = 'request' and subject_id = ${String(id)}`;
      expect(logged?.note).toBe('We watched it.');
      await shop.settled();
    }
  });

  test('a chargeback ends it, and a reversed chargeback restores it', async () => {
    const { id, item } = await delivered();
    const [payment] = await shop.providerPayments(item);
    const dispute = await shop.controls().openDispute(payment?.id ?? '');
    await shop.controls().closeDispute(dispute, 'lost');
    await world.payments.deliver();
    expect([await stateOf(id), ...(await statesOf(item))]).toEqual(['refunded', 'disputed']);
    await turn();
    await shop.settled();
    await shop.controls().closeDispute(dispute, 'won');
    await world.payments.deliver();
    expect([await stateOf(id), ...(await statesOf(item))]).toEqual(['done', 'paid']);
    await shop.settled();
  });

  test('a delivered and refunded item belongs to its creator only, who may publish it', async () => {
    const { id, item, creator, vip } = await delivered();
    await takeStep(vip, id, 'dispute', 'It shows a triangle.');
    await expect(takeStep(creator, id, 'publish')).rejects.toThrow('no longer possible');
    await decideRequest(await asAdmin(), id, { outcome: 'refund', reason: 'We watched it.' });
    await turn();
    await expect(takeStep(vip, id, 'publish')).rejects.toThrow('no longer possible');
    await takeStep(creator, id, 'publish');
    const made = await row(world.em())`select status, made_for from content where id = ${item}`;
    expect(made).toEqual({ status: 'published', made_for: null });
    expect((await myPurchases(world.member(vip), { size: 9 })).items).toEqual([]);
    await shop.settled();
  });
});

describe('simultaneous actions', () => {
  test('twelve members who ask at the same moment get only the places that are free', async () => {
    const { creator } = await pair({ atOnce: 3 });
    const many = await Promise.all(Array.from({ length: 12 }, () => world.person({ plan: 'vip' })));
    const asked = await Promise.allSettled(many.map((vip) => ask(vip, creator)));
    const done = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(done).toHaveLength(3);
    await expect(ask(await world.person({ plan: 'vip' }), creator)).rejects.toThrow(
      'takes 3 requests at a time, and has no free place',
    );
    await takeStep(creator, done[0] ?? 0, 'decline');
    await ask(await world.person({ plan: 'vip' }), creator);
  });

  test('a form sent twice asks once; a member has one open request with a creator', async () => {
    const { creator, vip } = await pair();
    const form = { title: 'Once', details, attempt: 'attempt-of-a-form' };
    const twice = await Promise.all([1, 2].map(() => askRequest(world.member(vip), creator.username, form)));
    expect(new Set(twice.map(({ id }) => id)).size).toBe(1);
    await expect(ask(vip, creator)).rejects.toThrow('already have an open request');
  });

  test('the same form after an answer: other words make a new request, the same words do not', async () => {
    const { creator, vip } = await pair();
    const send = (title: string) =>
      askRequest(world.member(vip), creator.username, { title, details, attempt: 'attempt-of-a-form' });
    const first = await send('Armbar');
    await expect(send('Triangle')).rejects.toThrow('already have an open request');
    await takeStep(creator, first.id, 'decline');
    expect(await send('Armbar')).toEqual({ id: first.id, isNew: false });
    const second = await send('Triangle');
    expect(second.isNew).toBe(true);
    const asked = await row<{ title: string }>(
      world.em(),
    )`select title from requests where id = ${second.id}`;
    expect(asked?.title).toBe('Triangle');
  });

  test('two answers at the same moment count as one', async () => {
    const { creator, vip } = await pair();
    const id = await ask(vip, creator);
    const both = await Promise.allSettled([takeStep(creator, id, 'accept'), takeStep(vip, id, 'withdraw')]);
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await shop.historyOf(id)).not.toEqual(['asked', 'withdrawn', 'accepted']);
    const { creator: other, vip: another } = await pair();
    const second = await ask(another, other);
    await Promise.allSettled([takeStep(other, second, 'accept'), takeStep(other, second, 'decline')]);
    expect(await shop.historyOf(second)).toHaveLength(2);
  });

  test('at the deadline either the delivery or the refund happens, not both', async () => {
    const { id, item, creator } = await paid({ days: 1 });
    await shop.fill(id);
    shop.days(1);
    const early = world.clock.at;
    world.clock.at = new Date(early.getTime() - 1);
    const delivering = takeStep(creator, id, 'deliver');
    world.clock.at = early;
    await Promise.allSettled([delivering, turn()]);
    await turn();
    const ended = [await stateOf(id), ...(await statesOf(item))];
    expect([
      ['delivered', 'paid'],
      ['late', 'refunded'],
    ]).toContainEqual(ended);
    await shop.settled();
  });
});
