import { describe, expect, test } from 'vitest';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { rows } from '../../../../tests/support/sql.ts';
import { jsonCall } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { viewerById } from '../../identity/sessions/sessions.server.ts';
import { findReceipt, listReceipts } from '../billing/billing.server.ts';
import { billingSummary } from './billing-summary.server.ts';
import { action as createCall } from './create-subscription.api.ts';
import { loader as myCall } from './my-subscription.api.ts';
import { startSubscription } from './subscribe.server.ts';

const shop = testShop();
const { world } = shop;

/** The same member as the next request sees them. */
const now = async (viewer: Viewer) => world.member(await viewerById(world.em(), viewer.id, world.clock.at));

describe('subscribing', () => {
  test.each(['premium', 'vip'] as const)(
    'to %s by the provider’s page, and the plan holds at once',
    async (plan) => {
      const viewer = await world.person();
      const { url } = await startSubscription(world.member(viewer), plan, { hosted: true });
      expect((await now(viewer)).viewer.plan).toBe('free');
      await world.payments.answer(url);
      await shop.settled();
      const member = await now(viewer);
      expect(member.viewer.plan).toBe(plan);
      const summary = await billingSummary(member);
      expect(summary).toMatchObject({ plan, subscription: { plan, endsAt: null, graceUntil: null } });
      expect(summary.subscription?.nextBillingAt?.getTime()).toBeGreaterThan(world.clock.at.getTime());
    },
  );

  test('the receipt shows what was paid; Summa keeps the money', async () => {
    const viewer = await shop.subscribed('vip');
    const { items } = await listReceipts(world.member(viewer));
    expect(items).toMatchObject([{ kind: 'plan', title: 'VIP Elite, one month', amountCents: 2499 }]);
    expect(await findReceipt(world.member(viewer), items[0]?.id ?? 0)).toEqual(items[0]);
    const stranger = findReceipt(world.member(await world.person()), items[0]?.id ?? 0);
    await expect(stranger).rejects.toMatchObject({ name: 'NotFound' });
    const entries = await rows(world.em())`
      select account, amount_cents from ledger_entries where charge_id = ${items[0]?.id}`;
    expect(entries).toEqual([{ account: 'platform', amount_cents: 2499 }]);
  });

  test('two tabs at once, by card form and by payment page, begin one plan; a second payment is refunded', async () => {
    for (let round = 0; round < 3; round += 1) {
      const viewer = await world.person();
      const tabs = await Promise.allSettled([
        startSubscription(world.member(viewer), 'premium'),
        startSubscription(world.member(viewer), 'premium'),
        startSubscription(world.member(viewer), 'vip', { hosted: true }),
      ]);
      for (const tab of tabs) {
        if (tab.status !== 'fulfilled') continue;
        await world.payments.answer(tab.value.clientSecret ?? tab.value.url).catch(() => {});
      }
      await shop.settled();
      await shop.settled();
      const live = await rows(world.em())`
        select 1 from sandbox.object where kind = 'subscription' and body->'metadata'->>'user_id' = ${String(viewer.id)}
          and body->>'status' = 'active'`;
      expect(live).toHaveLength(1);
      expect((await now(viewer)).viewer.plan).not.toBe('free');
    }
  });

  test('a second plan is refused while one runs', async () => {
    const viewer = await shop.subscribed('premium');
    const again = startSubscription(await now(viewer), 'vip');
    await expect(again).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^You already have Premium/),
    });
  });

  test('a plan that was given is not sold as well; a larger one is', async () => {
    const viewer = await world.person({ plan: 'premium' });
    const again = startSubscription(world.member(viewer), 'premium');
    await expect(again).rejects.toMatchObject({ status: 409 });
    const { clientSecret } = await startSubscription(world.member(viewer), 'vip');
    await world.payments.answer(clientSecret);
    await shop.settled();
    expect((await now(viewer)).viewer.plan).toBe('vip');
  });

  test('a declined card leaves the attempt open; the same page can be paid afterwards', async () => {
    const viewer = await world.person();
    const { clientSecret } = await startSubscription(world.member(viewer), 'premium');
    await world.payments.answer(clientSecret, 'decline');
    await shop.settled();
    expect((await now(viewer)).viewer.plan).toBe('free');
    expect((await startSubscription(world.member(viewer), 'premium')).clientSecret).toBe(clientSecret);
    await world.payments.answer(clientSecret);
    await shop.settled();
    expect((await now(viewer)).viewer.plan).toBe('premium');
  });

  test.each([
    ['down', () => shop.controls().switchOff()],
    ['failing after success', () => shop.controls().dropNextAnswer()],
    ['replaying its failure', () => shop.controls().failNext(1, { stored: true })],
  ])('with the provider %s, the member reads so and the next try works', async (_how, order) => {
    const viewer = await world.person();
    await order();
    await startSubscription(world.member(viewer), 'vip').catch((error) => {
      expect(error).toMatchObject({ status: 503, message: 'Failed to initialize subscription' });
    });
    await shop.controls().switchOff(false);
    const { clientSecret } = await startSubscription(world.member(viewer), 'vip');
    await world.payments.answer(clientSecret);
    await shop.controls().loseEvents(100);
    await shop.settled();
    expect((await now(viewer)).viewer.plan).toBe('vip');
  });
});

describe('as JSON', () => {
  test('[C3.16] [C4.5] [C7.16] [C7.17] create-subscription takes a plan, premium by default; my-subscription returns it', async () => {
    const viewer = await world.person();
    const create = (body?: unknown) =>
      world.send(createCall, viewer, '/api/create-subscription', {}, jsonCall('POST', body));
    const mine = async () => {
      const { viewer: fresh } = await now(viewer);
      return (await world.send(myCall, fresh, '/api/my-subscription')).json();
    };
    expect(await mine()).toEqual({ tier: 'free', nextBilling: null });
    expect((await create({ plan: 'gold' })).status).toBe(422);
    const answer = await create();
    expect(answer.status).toBe(200);
    const made = (await answer.json()) as { clientSecret: string; subscriptionId: string };
    expect(made.subscriptionId).toMatch(/^sub_/);
    const vip = (await (await create({ plan: 'VIP' })).json()) as { clientSecret: string };
    await expect(world.payments.answer(made.clientSecret)).resolves.toMatchObject({ result: 'expired' });
    await world.payments.answer(vip.clientSecret);
    await shop.settled();
    expect(await mine()).toEqual({ tier: 'vip', nextBilling: expect.stringMatching(/^2026-\d\d-\d\dT/) });
    expect((await create()).status).toBe(409);
    expect(
      (await world.send(createCall, null, '/api/create-subscription', {}, jsonCall('POST'))).status,
    ).toBe(401);
  });
});
