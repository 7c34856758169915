import { describe, expect, test } from 'vitest';
import { paymentIn, testShop } from '../../../../tests/support/money/shop.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { startPurchase } from './buy.server.ts';
import { confirmPurchase, resolveReturn } from './confirm.server.ts';
import { confirmationFailed } from './messages.ts';

const shop = testShop();
const { world, stand, statesOf, providerPayments } = shop;

describe('other members', () => {
  test('another member’s payment intent confirms nothing for either of them', async () => {
    const { item, asBuyer } = await stand();
    const thief = world.member(await world.person());
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.payments.answer(clientSecret);
    await expect(confirmPurchase(thief, item, paymentIn(clientSecret))).rejects.toMatchObject({
      name: 'NotFound',
    });
    const { item: otherItem } = await stand(4_999);
    const swapped = confirmPurchase(asBuyer(), otherItem, paymentIn(clientSecret));
    await expect(swapped).rejects.toMatchObject({ name: 'NotFound' });
    await expect(confirmPurchase(thief, item, 'pi_unheard_of')).rejects.toMatchObject({ name: 'NotFound' });
    await shop.settled();
    expect(await statesOf(item)).toEqual(['paid']);
    expect(await statesOf(otherItem)).toEqual([]);
  });

  test('a payment that does not fit its order is parked: no access, no entry, a note for the operator', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.payments.answer(clientSecret);
    await row(world.em())`update purchases set amount_cents = 4999 where content_id = ${item}`;
    const answer = confirmPurchase(asBuyer(), item, paymentIn(clientSecret));
    await expect(answer).rejects.toMatchObject({ message: confirmationFailed });
    await world.payments.deliver();
    expect(
      await row(world.em())`select status, review_note from purchases where content_id = ${item}`,
    ).toEqual({
      status: 'review',
      review_note: expect.stringContaining('amount 499 instead of 4999 cents'),
    });
    const events = await rows(world.em())`select id from provider_events where outcome = 'review'`;
    expect(events).toHaveLength(1);
    await expect(startPurchase(asBuyer(), item)).rejects.toMatchObject({ status: 409 });
    await world.payments.sandbox.provider.refund({
      paymentId: paymentIn(clientSecret),
      idempotencyKey: 'by hand',
    });
    await shop.settled();
    expect(await statesOf(item)).toEqual(['refunded']);
  });
});

describe('prices', () => {
  test('a price that changed after the page was shown is refused, with the new price', async () => {
    const { item, asBuyer } = await stand(499);
    await row(world.em())`update content set price_cents = 599 where id = ${item}`;
    await expect(startPurchase(asBuyer(), item, { seenPriceCents: 499 })).rejects.toMatchObject({
      status: 409,
      message: 'The price has changed from $4.99 to $5.99. Nothing was charged.',
    });
    expect(await statesOf(item)).toEqual([]);
    expect(await startPurchase(asBuyer(), item, { seenPriceCents: 599 })).toMatchObject({ amountCents: 599 });
  });

  test('an attempt keeps its price; opening the changed price ends it', async () => {
    const { item, asBuyer } = await stand(499);
    const old = await startPurchase(asBuyer(), item);
    await row(world.em())`update content set price_cents = 599 where id = ${item}`;
    const fresh = await startPurchase(asBuyer(), item, { seenPriceCents: 599 });
    expect(fresh.amountCents).toBe(599);
    await world.payments.answer(old.clientSecret);
    await world.payments.answer(fresh.clientSecret);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['cancelled', 'paid']);
  });

  test('a member who paid the old price on a page opened before has bought the item', async () => {
    const { item, asBuyer } = await stand(499);
    const old = await startPurchase(asBuyer(), item);
    await row(world.em())`update content set price_cents = 599 where id = ${item}`;
    await world.payments.answer(old.clientSecret);
    expect(await startPurchase(asBuyer(), item, { seenPriceCents: 599 })).toMatchObject({ state: 'owned' });
    await shop.settled();
  });
});

describe('cards and tabs', () => {
  test('a decline is shown in the provider’s words, and the member can try again', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.payments.answer(clientSecret, 'decline');
    const declined = confirmPurchase(asBuyer(), item, paymentIn(clientSecret));
    await expect(declined).rejects.toMatchObject({ message: 'Payment Failed: Your card was declined.' });
    expect(await resolveReturn(asBuyer(), { paymentId: paymentIn(clientSecret) })).toMatchObject({
      state: 'open',
      message: 'Your card was declined.',
    });
    const again = await startPurchase(asBuyer(), item);
    expect(again.clientSecret).toBe(clientSecret);
    await world.payments.answer(again.clientSecret);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['paid']);
  });

  test('a tab closed after paying: the webhook opens the item', async () => {
    const { item, asBuyer } = await stand();
    const { url } = await startPurchase(asBuyer(), item, { hosted: true });
    await world.payments.answer(url);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['paid']);
  });

  test('a tab closed after paying with every webhook lost: the reconciler opens the item', async () => {
    const { item, asBuyer } = await stand();
    const { url } = await startPurchase(asBuyer(), item, { hosted: true });
    await world.payments.answer(url);
    await shop.controls().loseEvents(100);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['paid']);
  });

  test('two tabs at once make one purchase, by card form and by page', async () => {
    const { item, asBuyer } = await stand();
    const tabs = await Promise.all([1, 2, 3].map(() => startPurchase(asBuyer(), item)));
    expect(new Set(tabs.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    const second = await stand();
    const hosted = await Promise.all(
      [1, 2, 3].map(() => startPurchase(second.asBuyer(), second.item, { hosted: true })),
    );
    expect(new Set(hosted.map(({ url }) => url)).size).toBe(1);
    await world.payments.answer(tabs[0]?.clientSecret ?? null);
    await world.payments.answer(hosted[0]?.url ?? null);
    await shop.settled();
    expect([...(await statesOf(item)), ...(await statesOf(second.item))]).toEqual(['paid', 'paid']);
  });

  test('a button pressed twice in the same moment begins one purchase', async () => {
    const { item, asBuyer } = await stand();
    // PostgreSQL says this to the later of two that write at once; which one that is depends on luck.
    await world.em().execute(`create sequence pressed`);
    await world.em().execute(`create function collide() returns trigger language plpgsql as $$ begin
      if nextval('pressed') = 1 then raise unique_violation using constraint = 'purchases_attempt'; end if;
      return new; end $$`);
    await world
      .em()
      .execute(`create trigger collides before insert on purchases for each row execute function collide()`);
    const terms = { attempt: 'pressed twice' };
    const [first, second] = await Promise.all([1, 2].map(() => startPurchase(asBuyer(), item, terms)));
    expect(second?.purchaseId).toBe(first?.purchaseId);
    await world.em().execute(`drop trigger collides on purchases`);
    expect(await statesOf(item)).toEqual(['pending']);
  });

  test('a payment in another tab while this one begins is not reported as a change of price', async () => {
    const { item, asBuyer } = await stand();
    // Once only: a purchase that is paid between the look and the writing.
    await world.em().execute(`create sequence paid_meanwhile`);
    await world.em().execute(`create function pay_meanwhile() returns trigger language plpgsql as $$ begin
      if pg_trigger_depth() = 1 and nextval('paid_meanwhile') = 1 then
        insert into purchases (user_id, content_id, amount_cents, status, paid_at)
        values (new.user_id, new.content_id, new.amount_cents, 'paid', now());
      end if;
      return new; end $$`);
    await world.em().execute(`create trigger pays_meanwhile before insert on purchases
      for each row execute function pay_meanwhile()`);
    expect(await startPurchase(asBuyer(), item)).toMatchObject({ state: 'open' });
    await world.em().execute(`drop trigger pays_meanwhile on purchases`);
  });

  test('a card form in one tab and a payment page in another, both opened at once and both paid: one payment is kept', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { item, asBuyer } = await stand();
      const started = await Promise.allSettled([
        startPurchase(asBuyer(), item),
        startPurchase(asBuyer(), item, { hosted: true }),
      ]);
      for (const tab of started) {
        if (tab.status !== 'fulfilled') continue;
        await world.payments.answer(tab.value.clientSecret ?? tab.value.url).catch(() => {});
      }
      await shop.settled();
      expect((await statesOf(item)).filter((status) => status === 'paid')).toHaveLength(1);
      const kept = (await providerPayments(item)).filter(
        ({ status, refunded }) => status === 'succeeded' && refunded === 0,
      );
      expect(kept).toHaveLength(1);
    }
  });

  test('a form that was sent twice, and one that comes back after the refund, buy nothing more', async () => {
    const { item, asBuyer } = await stand();
    const attempt = 'attempt-of-the-page';
    const [first, second] = await Promise.all([1, 2].map(() => startPurchase(asBuyer(), item, { attempt })));
    expect(second?.purchaseId).toBe(first?.purchaseId);
    await world.payments.answer(first?.clientSecret ?? null);
    await shop.settled();
    const paymentId = paymentIn(first?.clientSecret);
    await world.payments.sandbox.provider.refund({ paymentId, idempotencyKey: `back ${item}` });
    await shop.settled();
    await expect(startPurchase(asBuyer(), item, { attempt })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('This checkout is over'),
    });
    expect(await statesOf(item)).toEqual(['refunded']);
  });
});
