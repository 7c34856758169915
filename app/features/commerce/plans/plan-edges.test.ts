import { describe, expect, test } from 'vitest';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { rows } from '../../../../tests/support/sql.ts';
import { formPost } from '../../../../tests/support/world.ts';
import { plansPath } from '../../../domain/checkout-paths.ts';
import type { PaidPlan } from '../../../domain/plan-prices.ts';
import type { Viewer } from '../../../scope.ts';
import { viewerById } from '../../identity/sessions/sessions.server.ts';
import * as billing from '../billing/billing.page.tsx';
import * as cancel from '../billing/cancel-plan.page.tsx';
import * as card from '../billing/card.action.ts';
import * as receipt from '../billing/receipt.page.tsx';
import * as resume from '../billing/resume.action.ts';
import * as undo from '../billing/undo-change.action.ts';
import * as hosted from '../purchases/sandbox-pay.page.tsx';
import * as subscribe from './subscribe.page.tsx';
import * as back from './subscribe-return.page.tsx';
import * as pricing from './subscriptions.page.tsx';

const shop = testShop();
const { world, controls } = shop;
type Edge = (args: never) => unknown;

/** Every request reads the member again. */
const fresh = async (viewer: Viewer) => viewerById(world.em(), viewer.id, world.clock.at);
const get = async (edge: Edge, viewer: Viewer | null, path: string, params = {}) =>
  world.send(edge, viewer && (await fresh(viewer)), path, params);
const post = async (edge: Edge, viewer: Viewer | null, path: string, fields: Record<string, string> = {}) =>
  world.send(edge, viewer && (await fresh(viewer)), path, {}, formPost(fields));
const choose = (path: string, outcome: string) =>
  world.send(hosted.action, null, path, { sessionId: path.split('/').at(-1) ?? '' }, formPost({ outcome }));
const offer = async (viewer: Viewer, plan: PaidPlan) =>
  (await (await get(subscribe.loader, viewer, `/subscribe?plan=${plan}`)).json()).offer;
const shown = async (viewer: Viewer) => (await get(billing.loader, viewer, '/account/billing')).json();

/** Presses the subscribe page's button; where that leads. */
async function press(viewer: Viewer, plan: PaidPlan) {
  const { preview } = await offer(viewer, plan);
  const fields = preview?.prorationAt ? { plan, prorationAt: preview.prorationAt } : { plan };
  return redirectOf(
    await post(subscribe.action, viewer, `/subscribe?plan=${plan}`, fields as Record<string, string>),
  );
}

/** A member who has paid on the payment page. */
async function subscribed(plan: PaidPlan) {
  const viewer = await world.person();
  const { to } = await press(viewer, plan);
  const paid = await choose(to ?? '', 'pay');
  const answer = await redirectOf(await get(back.loader, viewer, paid.headers.get('location') ?? ''));
  return { viewer, answer };
}

describe('subscribing', () => {
  test.each(['premium', 'vip'] as const)(
    '[C7.38] [C1.5] [C4.10] [C8.26] to %s leads through the payment page to the plan',
    async (plan) => {
      const { viewer, answer } = await subscribed(plan);
      expect(answer).toEqual({
        status: 303,
        to: '/',
        says: 'Payment Successful: You are now subscribed to premium content!',
      });
      expect((await fresh(viewer)).plan).toBe(plan);
      const { billing: mine } = await (await get(pricing.loader, viewer, '/subscriptions')).json();
      expect([mine.plan, mine.subscription.plan]).toEqual([plan, plan]);
      expect(await offer(viewer, plan)).toMatchObject({ kind: 'held' });
      const again = await post(subscribe.action, viewer, '/subscribe', { plan });
      expect(again.status).toBe(409);
      expect((await again.json()).form.error[''][0]).toMatch(/^You already have/);
    },
  );

  test('leads back to the page that the member came from, once, and never to another site', async () => {
    const viewer = await world.person();
    const { returnTo } = world.context().cookies;
    const cookieAfter = async (from: string) => {
      const answer = await get(subscribe.loader, viewer, `/subscribe?plan=premium&from=${from}`);
      const plans = await get(pricing.loader, viewer, plansPath(from));
      const [cookie = null, again = null] = [answer, plans].map(
        (each) => each.headers.get('set-cookie')?.split(';')[0],
      );
      expect(again).toBe(cookie);
      return cookie;
    };
    expect(await cookieAfter('//evil.example')).toBeNull();
    expect(await cookieAfter('https://evil.example')).toBeNull();
    const cookie = (await cookieAfter('/content/42')) ?? '';
    const { to } = await press(viewer, 'premium');
    const paid = await choose(to ?? '', 'pay');
    const returning = async (sent: string) =>
      world.send(
        back.loader,
        await fresh(viewer),
        paid.headers.get('location') ?? '',
        {},
        { headers: { cookie: sent } },
      );
    const answer = await returning(cookie);
    expect(answer.headers.get('location')).toBe('/content/42');
    const [forgotten = ''] = answer.headers.getSetCookie();
    expect([await returnTo.parse(forgotten), forgotten.includes('Max-Age=0')]).toEqual(['', true]);
    const forged = (await returnTo.serialize('https://evil.example/')).split(';')[0] ?? '';
    expect((await returning(forged)).headers.get('location')).toBe('/');
  });

  test('declined, cancelled or abandoned: nothing is charged, and the member can try again on the page', async () => {
    const viewer = await world.person();
    const { to = '' } = await press(viewer, 'premium');
    expect((await redirectOf(await choose(to ?? '', 'decline'))).to).toBe(to);
    const session = `session_id=${to?.split('/').at(-1)}`;
    expect(await redirectOf(await get(back.loader, viewer, `/subscribe/return?${session}`))).toEqual({
      status: 303,
      to: '/subscribe?plan=premium',
      says: 'Payment Failed: The payment was not completed. Nothing was charged.',
    });
    expect((await redirectOf(await choose(to ?? '', 'cancel'))).to).toBe('/subscribe?plan=premium');
    expect((await press(viewer, 'premium')).to).toBe(to);
    expect((await fresh(viewer)).plan).toBe('free');
    expect((await redirectOf(await get(back.loader, viewer, '/subscribe/return'))).to).toBe(
      '/account/billing',
    );
  });

  test('[C2.24] is for members; other members’ sessions, unknown plans and submitted amounts are refused', async () => {
    expect((await redirectOf(await get(subscribe.loader, null, '/subscribe?plan=vip'))).to).toBe(
      '/auth?tab=sign-in&next=%2Fsubscribe%3Fplan%3Dvip',
    );
    const viewer = await world.person();
    const wrong = await post(subscribe.action, viewer, '/subscribe', { plan: 'gold', amount: '1' });
    expect((await wrong.json()).form.error.plan).toEqual(['Please choose Premium or VIP Elite.']);
    const { to } = await press(viewer, 'vip');
    const paid = await choose(to ?? '', 'pay');
    const thief = await world.person();
    expect((await get(back.loader, thief, paid.headers.get('location') ?? '')).status).toBe(404);
    expect((await fresh(thief)).plan).toBe('free');
  });

  test('[C8.11] the provider down: the page says so before payment, and checks until it answers after payment', async () => {
    const viewer = await world.person();
    await controls().switchOff();
    expect(await press(viewer, 'premium')).toMatchObject({
      to: '/subscribe?plan=premium',
      says: 'Failed to initialize subscription: You have not been charged. Please try again in a moment.',
    });
    await controls().switchOff(false);
    const { to } = await press(viewer, 'premium');
    const returned = (await choose(to ?? '', 'pay')).headers.get('location') ?? '';
    await controls().switchOff();
    const waiting = await get(back.loader, viewer, returned);
    expect(await waiting.json()).toEqual({ plan: 'premium', state: 'checking', again: returned });
    await controls().switchOff(false);
    expect((await redirectOf(await get(back.loader, viewer, returned))).to).toBe('/');
  });
});

describe('changing', () => {
  test('up: the price is shown before, and charged as shown', async () => {
    const { viewer } = await subscribed('premium');
    const { kind, preview } = await offer(viewer, 'vip');
    expect([kind, preview.when, preview.dueNowCents]).toEqual(['change', 'now', 1500]);
    expect(await press(viewer, 'vip')).toEqual({
      status: 303,
      to: '/account/billing',
      says: 'Payment Successful: You now have VIP Elite.',
    });
    const { receipts } = await shown(viewer);
    expect(receipts.map(({ amountCents }: { amountCents: number }) => amountCents).sort()).toEqual([
      1500, 999,
    ]);
  });

  test('a price shown too long ago is shown again', async () => {
    const { viewer } = await subscribed('premium');
    const { preview } = await offer(viewer, 'vip');
    shop.later(60);
    const late = await post(subscribe.action, viewer, '/subscribe', {
      plan: 'vip',
      prorationAt: preview.prorationAt,
    });
    expect(late.status).toBe(409);
    expect((await late.json()).form.error['']).toEqual([
      'The price shown is out of date. Please check it again.',
    ]);
  });

  test('up with a card that fails leads to the payment page, and undo cancels the upgrade', async () => {
    const { viewer } = await subscribed('premium');
    const [customer] = await rows<{ id: string }>(world.em())`
      select customer_id as id from customers where user_id = ${viewer.id}`;
    await controls().failCard(customer?.id ?? '');
    expect((await press(viewer, 'vip')).to).toMatch(/^\/sandbox\/pay\/pi_/);
    expect((await shown(viewer)).subscription).toMatchObject({
      plan: 'premium',
      pendingPlan: 'vip',
      payUrl: expect.stringMatching(/^\/sandbox\/pay\/pi_/),
    });
    expect((await redirectOf(await post(undo.action, viewer, '/account/billing/undo-change'))).says).toBe(
      'Change undone: Your plan continues as before.',
    );
    expect((await shown(viewer)).subscription.pendingPlan).toBeNull();
  });

  test('down waits for the period’s end and can be undone', async () => {
    const { viewer } = await subscribed('vip');
    expect((await offer(viewer, 'premium')).preview).toMatchObject({ when: 'period_end', dueNowCents: 0 });
    expect((await press(viewer, 'premium')).says).toMatch(/^Change planned: Premium starts/);
    expect((await shown(viewer)).subscription).toMatchObject({ plan: 'vip', scheduledPlan: 'premium' });
    expect((await offer(viewer, 'premium')).kind).toBe('held');
    await post(undo.action, viewer, '/account/billing/undo-change');
    expect((await shown(viewer)).subscription.scheduledPlan).toBeNull();
  });

  test('cancelling asks first, keeps the period, and can be taken back', async () => {
    const { viewer } = await subscribed('premium');
    expect((await (await get(cancel.loader, viewer, '/account/billing/cancel')).json()).plan).toBe('premium');
    const done = await redirectOf(await post(cancel.action, viewer, '/account/billing/cancel'));
    expect(done).toMatchObject({ status: 303, to: '/account/billing' });
    expect(done.says).toMatch(/^Plan cancelled: You keep Premium until /);
    expect((await fresh(viewer)).plan).toBe('premium');
    expect((await redirectOf(await get(cancel.loader, viewer, '/account/billing/cancel'))).status).toBe(303);
    expect((await offer(viewer, 'vip')).kind).toBe('blocked');
    expect((await redirectOf(await post(resume.action, viewer, '/account/billing/resume'))).says).toBe(
      'Welcome back: Your plan continues as before.',
    );
    expect((await shown(viewer)).subscription.endsAt).toBeNull();
  });
});

describe('billing', () => {
  test('without a plan: nothing to cancel, no card, and every button gives its reason', async () => {
    const viewer = await world.person();
    expect(await shown(viewer)).toMatchObject({
      plan: 'free',
      subscription: null,
      receipts: [],
      hasCard: false,
    });
    expect((await redirectOf(await get(cancel.loader, viewer, '/account/billing/cancel'))).to).toBe(
      '/account/billing',
    );
    const edges = [resume.action, undo.action, card.action, cancel.action];
    for (const edge of edges) {
      const answer = await redirectOf(
        await post(edge, viewer, '/account/billing', { back: '/account/billing' }),
      );
      expect(answer).toMatchObject({ status: 303, to: '/account/billing' });
      expect(answer.says).toMatch(/no (active plan|saved card)/);
      expect((await redirectOf(await post(edge, null, '/account/billing'))).to).toMatch(/^\/auth/);
    }
  });

  test('a plan that a member was given is not sold to them again', async () => {
    const viewer = await world.person({ plan: 'vip' });
    expect(await offer(viewer, 'premium')).toEqual({ kind: 'held', text: 'You already have VIP Elite.' });
  });

  test('the card page leads back, and a receipt is for its payer only', async () => {
    const { viewer } = await subscribed('premium');
    const { to } = await redirectOf(await post(card.action, viewer, '/account/billing/card'));
    expect(to).toMatch(/^\/sandbox\/pay\/bps_/);
    expect(await redirectOf(await choose(to ?? '', 'pay'))).toMatchObject({
      to: '/account/billing',
      says: 'Card saved: We’ll use it from now on.',
    });
    const [first] = (await shown(viewer)).receipts;
    const path = `/account/billing/receipts/${first.id}`;
    const mine = await (await get(receipt.loader, viewer, path, { id: String(first.id) })).json();
    expect(mine).toMatchObject({ receipt: { amountCents: 999 }, payer: { email: viewer.email } });
    const thief = await world.person();
    expect((await get(receipt.loader, thief, path, { id: String(first.id) })).status).toBe(404);
  });
});
