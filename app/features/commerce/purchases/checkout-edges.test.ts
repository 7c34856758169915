import { describe, expect, test } from 'vitest';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost } from '../../../../tests/support/world.ts';
import { testCards } from '../../../payments/card-script.ts';
import type { Viewer } from '../../../scope.ts';
import * as confirmCall from '../attempts/sandbox-confirm.api.ts';
import * as script from '../attempts/sandbox-script.api.ts';
import { startPurchase } from './buy.server.ts';
import * as checkout from './checkout.page.tsx';
import * as back from './checkout-return.page.tsx';
import * as status from './checkout-status.page.tsx';
import * as library from './my-library.page.tsx';
import * as hosted from './sandbox-pay.page.tsx';

const shop = testShop();
const { world, stand, statesOf, controls } = shop;

const open = (viewer: Viewer | null, item: number | string) =>
  world.send(checkout.loader, viewer, `/checkout/${item}`, { contentId: String(item) });
const post = (viewer: Viewer | null, item: number, fields: Record<string, string> = {}) =>
  world.send(checkout.action, viewer, `/checkout/${item}`, { contentId: String(item) }, formPost(fields));
const follow = (viewer: Viewer | null, path: string) => world.send(back.loader, viewer, path);
const look = (viewer: Viewer, item: number) =>
  world.send(status.loader, viewer, `/checkout/${item}/status`, { contentId: String(item) });
const choose = (path: string, outcome: string) => {
  const sessionId = path.split('/').at(-1) ?? '';
  return world.send(hosted.action, null, path, { sessionId }, formPost({ outcome }));
};

/** Presses Pay on the checkout as its page would; the address of the payment page. */
async function begin(viewer: Viewer, item: number) {
  const { attempt, item: shown } = await (await open(viewer, item)).json();
  const answer = await post(viewer, item, { attempt, seenPriceCents: String(shown.priceCents) });
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

describe('the checkout', () => {
  test('shows what is bought with its teaser, and leads to the payment page', async () => {
    const { buyer, creator } = await stand();
    const item = await world.item({
      creator: creator.id,
      tier: 'vip',
      priceCents: 499,
      title: 'Berimbolo',
      description: 'Upside down',
      hasPicture: true,
    });
    const shown = await (await open(buyer, item)).json();
    expect(shown.item).toMatchObject({ title: 'Berimbolo', description: 'Upside down', priceCents: 499 });
    expect(shown.item.picture.src).toContain('teaser');
    expect(shown.item.picture.sources).toEqual([]);
    expect(await begin(buyer, item)).toMatch(/^\/sandbox\/pay\/cs_test_\w+$/);
  });

  test('pressing twice makes one attempt and one payment page', async () => {
    const { buyer, item } = await stand();
    const { attempt } = await (await open(buyer, item)).json();
    const pressed = await Promise.all(
      [1, 2].map(() => post(buyer, item, { attempt, seenPriceCents: '499' })),
    );
    const [first, second] = pressed.map((answer) => answer.headers.get('location'));
    expect(first).toBe(second);
    expect(await statesOf(item)).toEqual(['pending']);
  });

  test('[C2.24] [C8.12] [C8.13] is for members, and only for what they can buy', async () => {
    const { buyer, creator, item } = await stand();
    expect(await redirectOf(await open(null, item))).toMatchObject({
      status: 303,
      to: `/auth?tab=sign-in&next=%2Fcheckout%2F${item}`,
    });
    expect((await redirectOf(await post(null, item))).to).toMatch(/^\/auth/);
    expect(await redirectOf(await open(creator, item))).toEqual({
      status: 303,
      to: '/discover',
      says: 'Failed to initialize purchase: This is your own item, so there is nothing to buy.',
    });
    const free = await world.item();
    expect((await redirectOf(await open(buyer, free))).says).toContain('This item is not for sale.');
    for (const wrong of [2_000_000_000, 'abc', '0']) {
      expect((await open(buyer, wrong)).status).toBe(404);
    }
    expect(await (await open(buyer, 2_000_000_000)).json()).toEqual({
      message: 'Failed to load checkout information',
    });
  });

  test.each([
    ['own', 'This is your own item, so there is nothing to buy.'],
    ['not for sale', 'This item is not for sale.'],
  ])('a form for an item that is %s comes back with the reason', async (kind, reason) => {
    const { buyer, creator, item } = await stand();
    const answer = kind === 'own' ? await post(creator, item) : await post(buyer, await world.item());
    expect(answer.status).toBe(409);
    expect((await answer.json()).form.error).toEqual({ '': [reason] });
  });

  test('a price that changed since is shown again, and nothing begins', async () => {
    const { buyer, item } = await stand();
    const { attempt } = await (await open(buyer, item)).json();
    await row(world.em())`update content set price_cents = 899 where id = ${item}`;
    const answer = await post(buyer, item, { attempt, seenPriceCents: '499' });
    expect(answer.status).toBe(409);
    expect((await answer.json()).form.error['']).toEqual([
      'The price has changed from $4.99 to $8.99. Nothing was charged.',
    ]);
    expect((await (await open(buyer, item)).json()).item.priceCents).toBe(899);
    expect(await statesOf(item)).toEqual([]);
  });

  test('[C8.12] without the provider the member is led back and reads why', async () => {
    const { buyer, item } = await stand();
    await controls().switchOff();
    expect(await redirectOf(await post(buyer, item))).toEqual({
      status: 303,
      to: '/discover',
      says: 'Failed to initialize purchase: Nothing was charged.',
    });
    await controls().switchOff(false);
  });
});

describe('after the payment page', () => {
  test('[C7.39] [C4.7] [C8.27] paid: to discover with the link, then the item is owned and in the library', async () => {
    const { buyer, item } = await stand();
    const paid = await choose(await begin(buyer, item), 'pay');
    const answer = await follow(buyer, paid.headers.get('location') ?? '');
    expect(await redirectOf(answer)).toEqual({
      status: 303,
      to: '/discover',
      says: 'Purchase Successful: You now have access to this content!',
    });
    expect((await redirectOf(await open(buyer, item))).to).toBe(`/content/${item}`);
    expect((await redirectOf(await post(buyer, item))).to).toBe(`/content/${item}`);
    await row(world.em())`update content set status = 'withdrawn' where id = ${item}`;
    const { items } = await (await world.send(library.loader, buyer, '/library')).json();
    expect(items.map(({ id, locked }: { id: number; locked: boolean }) => [id, locked])).toEqual([
      [item, false],
    ]);
  });

  test('[C8.14] declined: the page says so and can be tried again; cancelled: back at the checkout', async () => {
    const { buyer, item } = await stand();
    const path = await begin(buyer, item);
    expect(await redirectOf(await choose(path, 'decline'))).toMatchObject({ status: 303, to: path });
    const sessionId = path.split('/').at(-1) ?? '';
    const shown = await (await world.send(hosted.loader, null, path, { sessionId })).json();
    expect(shown).toMatchObject({ status: 'open', amountCents: 499, lastError: 'Your card was declined.' });
    const unpaid = await redirectOf(await follow(buyer, `/checkout/return?session_id=${sessionId}`));
    expect(unpaid).toMatchObject({
      to: `/checkout/${item}`,
      says: 'Payment Failed: Your card was declined.',
    });
    expect(await redirectOf(await choose(path, 'cancel'))).toEqual({
      status: 303,
      to: `/checkout/${item}`,
      says: 'Payment cancelled: Nothing was charged.',
    });
    expect(await begin(buyer, item)).toBe(path);
    expect((await redirectOf(await choose(path, 'needs_confirmation'))).to).toBe(path);
    expect((await choose(path, 'pay')).headers.get('location')).toMatch(/^\/checkout\/return/);
  });

  test('[C4.8] [C8.15] the provider down after the payment: the page says so, and updates when it answers', async () => {
    const { buyer, item } = await stand();
    const paid = await choose(await begin(buyer, item), 'pay');
    await controls().switchOff();
    expect(await redirectOf(await follow(buyer, paid.headers.get('location') ?? ''))).toEqual({
      status: 303,
      to: `/checkout/${item}/status`,
      says: 'Purchase Confirmation Failed: Payment succeeded but there was an issue confirming your purchase. Please contact support.',
    });
    expect(await (await look(buyer, item)).json()).toMatchObject({ contentId: item, state: 'checking' });
    await controls().switchOff(false);
    expect((await redirectOf(await look(buyer, item))).says).toContain('Purchase Successful');
  });

  test('another member’s session or payment is not shown, and the bare address proves nothing', async () => {
    const { buyer, item } = await stand();
    const paid = await choose(await begin(buyer, item), 'pay');
    const thief = await world.person();
    expect((await follow(thief, paid.headers.get('location') ?? '')).status).toBe(404);
    expect((await look(thief, item)).status).toBe(404);
    expect((await follow(thief, '/checkout/return?session_id=cs_test_none')).status).toBe(404);
    expect(await redirectOf(await follow(thief, '/checkout/return'))).toMatchObject({ to: '/discover' });
    expect((await redirectOf(await follow(null, '/checkout/return?session_id=x'))).to).toMatch(/^\/auth/);
  });
});

describe('the card form of the sandbox', () => {
  const asked = (edge: (args: never) => unknown, path: string, init?: RequestInit, paymentId = '') => {
    const context = { ...world.context(), scope: { ...world.scope(), sandbox: null } };
    return edge({
      request: new Request(`http://localhost:3000${path}`, init),
      params: { paymentId },
      context,
    } as never);
  };

  test('takes its payment’s own secret only, and is 404 when real payments are on', async () => {
    const { buyer, item } = await stand();
    const { clientSecret } = await startPurchase(world.member(buyer), item, { hosted: false });
    const [paymentId = ''] = (clientSecret ?? '').split('_secret_');
    const path = `/sandbox/v1/payment_intents/${paymentId}/confirm`;
    const number = testCards[0]?.number ?? '';
    const send = (fields: Record<string, string>) =>
      world.send(confirmCall.action, null, path, { paymentId }, formPost(fields));
    expect((await send({ client_secret: 'pi_1_secret_2', number })).status).toBe(404);
    expect((await send({ number })).status).toBe(422);
    const own = { client_secret: clientSecret ?? '', number };
    expect(await asked(confirmCall.action, path, formPost(own), paymentId)).toMatchObject({ status: 404 });
    expect(await (await send(own)).json()).toEqual({ status: 'succeeded' });
    expect(await asked(script.loader, '/sandbox/stripe.js')).toMatchObject({ status: 404 });
    const shown = await world.send(script.loader, null, '/sandbox/stripe.js', {});
    expect(shown.headers.get('content-type')).toContain('text/javascript');
  });
});

describe('the sandbox page', () => {
  test('accepts only its outcomes and ids, and is 404 when real payments are on', async () => {
    const { buyer, item } = await stand();
    const path = await begin(buyer, item);
    const sessionId = path.split('/').at(-1) ?? '';
    expect((await choose(path, 'steal')).status).toBe(422);
    expect((await choose('/sandbox/pay/cs_test_none', 'pay')).status).toBe(404);
    const real = { ...world.context(), scope: { ...world.scope(), sandbox: null } };
    const request = new Request(`http://localhost:3000${path}`);
    const asked = hosted.loader({ request, params: { sessionId }, context: real });
    await expect(asked).rejects.toMatchObject({ status: 404 });
  });
});
