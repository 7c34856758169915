import { describe, expect, test } from 'vitest';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { simultaneously, writtenBy } from '../../../../tests/support/simultaneous.ts';
import { rows } from '../../../../tests/support/sql.ts';
import { Refused } from '../../../errors.ts';
import type { MemberScope, Viewer } from '../../../scope.ts';
import { viewerById } from '../../identity/sessions/sessions.server.ts';
import { customerOf } from '../ledger/customers.server.ts';
import { processEvent, waitingEvents } from '../provider-events/events.server.ts';
import { reconcile } from '../provider-events/reconcile.server.ts';
import { cancelPlan, changePlan, resumePlan, undoPlanChange } from './change-plan.server.ts';
import { resolvePlanReturn } from './plan-return.server.ts';
import { startSubscription } from './subscribe.server.ts';
import { syncSubscription } from './sync.server.ts';

const shop = testShop();
const { world, planOf } = shop;

const as = async (viewer: Viewer) => world.member(await viewerById(world.em(), viewer.id, world.clock.at));

/** Processes all jobs with two workers at once. */
async function events() {
  await world.payments.arrive();
  const waiting = await waitingEvents(world.systemContext(), new Date('9999-01-01'));
  return [...waiting, ...waiting].map((id) => () => processEvent(world.systemContext(), id));
}

const rowOf = async (viewer: Viewer) =>
  (
    await rows<{ id: string; version: number; isCancelled: boolean; scheduled: string | null }>(world.em())`
      select subscription_id as id, version, cancel_at_period_end as "isCancelled", scheduled_plan as scheduled
      from subscriptions where user_id = ${viewer.id} order by id desc limit 1`
  )[0]!;

describe('eight requests at once, with the webhook and the reconciler running', () => {
  test('for the return page open the plan once', async () => {
    const viewer = await world.person();
    const { url } = await startSubscription(world.member(viewer), 'premium', { hosted: true });
    await world.payments.answer(url);
    const back = { sessionId: url?.split('/').at(-1) ?? '', paymentId: null };
    const beside = await events();
    shop.later(3);
    const answers = await simultaneously(
      8,
      () => resolvePlanReturn(world.member(viewer), back),
      ...beside,
      () => reconcile(world.systemContext()),
    );
    expect(answers.map(({ error }) => error).filter(Boolean)).toEqual([]);
    expect(answers.slice(0, 8).map(({ value }) => value?.state)).toEqual(Array(8).fill('paid'));
    expect(await planOf(viewer.id)).toMatchObject({ plan: 'premium' });
    const charged = await rows(world.em())`select 1 from charges where user_id = ${viewer.id}`;
    expect(charged).toHaveLength(1);
    await shop.settled();
  });

  test('for the button that begins a plan make one attempt', async () => {
    const viewer = await world.person();
    const answers = await simultaneously(8, () =>
      startSubscription(world.member(viewer), 'vip', { hosted: true }),
    );
    expect(new Set(answers.map(({ value }) => value?.url)).size).toBe(1);
    expect(await rows(world.em())`select 1 from subscriptions where user_id = ${viewer.id}`).toHaveLength(1);
  });

  test('for a first purchase make one customer', async () => {
    for (let round = 0; round < 100; round += 1) {
      const scope = world.member(await world.person());
      const payments = { ...scope.payments, ensureCustomer: async () => ({ customerId: `cus_${round}` }) };
      const answers = await simultaneously(8, () => customerOf({ ...scope, payments }));
      expect(answers.map(({ error, value }) => error ?? value)).toEqual(Array(8).fill(`cus_${round}`));
    }
  });

  test.each([
    ['cancel', (scope: MemberScope) => cancelPlan(scope), { isCancelled: true, scheduled: null }],
    ['resume', (scope: MemberScope) => resumePlan(scope), { isCancelled: false, scheduled: null }],
    ['undo', (scope: MemberScope) => undoPlanChange(scope), { isCancelled: false, scheduled: null }],
  ])('for %s have their effect once', async (name, press, expected) => {
    const viewer = await shop.subscribed();
    if (name === 'resume') await cancelPlan(await as(viewer));
    if (name === 'undo') {
      const { url } = await changePlan(await as(viewer), 'vip', { prorationAt: world.clock.at });
      expect(url).toBeNull();
      await changePlan(await as(viewer), 'premium');
    }
    await shop.settled();
    const before = await rowOf(viewer);
    const scopes = await Promise.all(Array.from({ length: 8 }, () => as(viewer)));
    const beside = [
      () => syncSubscription(world.systemContext(), before.id),
      () => syncSubscription(world.systemContext(), before.id),
      () => reconcile(world.systemContext()),
    ];
    const answers = await simultaneously(8, (n) => press(scopes[n]!), ...beside);
    const errors = answers.map(({ error }) => error).filter(Boolean);
    expect(errors.filter((error) => !(error instanceof Refused && error.status === 409))).toEqual([]);
    expect(await rowOf(viewer)).toMatchObject({ ...expected, version: before.version + 1 });
    await shop.settled();
  });

  test('that cancel and resume end in the state that the provider holds', async () => {
    const viewer = await shop.subscribed();
    for (let round = 0; round < 4; round += 1) {
      const scopes = await Promise.all(Array.from({ length: 8 }, () => as(viewer)));
      const answers = await simultaneously(8, (n) => (n % 2 ? cancelPlan : resumePlan)(scopes[n]!));
      for (const { error } of answers) if (error) expect(error).toMatchObject({ status: 409 });
      const { id, isCancelled } = await rowOf(viewer);
      const held = await world.payments.sandbox.provider.retrieveSubscription(id);
      expect(isCancelled).toBe(held?.cancelAtPeriodEnd);
    }
    await shop.settled();
  });
});

describe('when every try loses to other transactions, the state written by then is the answer', () => {
  /** Another process changes the plan whenever the provider is asked. */
  const losing = (scope: MemberScope): MemberScope => {
    const { provider } = world.payments.sandbox;
    const retrieveSubscription = async (id: string) => {
      const state = await provider.retrieveSubscription(id);
      await rows(world.em())`update subscriptions set version = version + 1 where subscription_id = ${id}`;
      return state;
    };
    return { ...scope, payments: { ...provider, retrieveSubscription } };
  };

  test('the return page says that the plan is paid', async () => {
    const viewer = await world.person();
    const { url } = await startSubscription(world.member(viewer), 'premium', { hosted: true });
    await world.payments.answer(url);
    await shop.settled();
    const back = { sessionId: url?.split('/').at(-1) ?? '', paymentId: null };
    expect(await resolvePlanReturn(losing(await as(viewer)), back)).toMatchObject({ state: 'paid' });
  });

  test('a cancellation that the provider has made is shown as done, and recorded later', async () => {
    const viewer = await shop.subscribed();
    await cancelPlan(losing(await as(viewer)));
    await shop.settled();
    expect(await rowOf(viewer)).toMatchObject({ isCancelled: true });
  });
});

test('a cancellation that the provider has made is shown as done, also when the database is too busy to record it', async () => {
  const viewer = await shop.subscribed();
  const { provider } = world.payments.sandbox;
  let isDone = false;
  const payments = {
    ...provider,
    cancelAtPeriodEnd: async (ask: Parameters<typeof provider.cancelAtPeriodEnd>[0]) => {
      isDone = true;
      return provider.cancelAtPeriodEnd(ask);
    },
    retrieveSubscription: async (id: string) => {
      if (isDone) throw Object.assign(new Error('canceling statement'), { code: '57014' });
      return provider.retrieveSubscription(id);
    },
  };
  await cancelPlan({ ...(await as(viewer)), payments });
  const unanswered = () =>
    rows<{ name: string | null }>(
      world.em(),
    )`select unanswered_change as name from subscriptions where user_id = ${viewer.id}`;
  expect(await unanswered()).toEqual([{ name: 'cancel' }]);
  world.clock.at = new Date(world.clock.at.getTime() + 10 * 60_000);
  await shop.settled();
  expect(await rowOf(viewer)).toMatchObject({ isCancelled: true });
  expect(await unanswered()).toEqual([{ name: null }]);
});

test('an outdated answer that is written after a newer one is corrected', async () => {
  const viewer = await shop.subscribed();
  const { id } = await rowOf(viewer);
  const { provider } = world.payments.sandbox;
  await provider.cancelAtPeriodEnd({ subscriptionId: id, idempotencyKey: `cancel ${id}` });
  const outdated = await provider.retrieveSubscription(id);
  await provider.resume({ subscriptionId: id, idempotencyKey: `resume ${id}` });
  let isFirst = true;
  const retrieveSubscription = async () => {
    if (!isFirst) return provider.retrieveSubscription(id);
    isFirst = false;
    await syncSubscription(world.systemContext(), id);
    return outdated;
  };
  const payments = { ...provider, retrieveSubscription };
  await syncSubscription({ ...world.systemContext(), payments }, id);
  expect(await rowOf(viewer)).toMatchObject({ isCancelled: false });
});

test('synchronising a plan again leaves every row as it is', async () => {
  const viewer = await shop.subscribed();
  const { id, version } = await rowOf(viewer);
  expect(await writtenBy(world.em(), () => syncSubscription(world.systemContext(), id))).toEqual([]);
  expect(await rowOf(viewer)).toMatchObject({ version });
});

test('opening an attempt at a plan again changes no version', async () => {
  const viewer = await world.person();
  await startSubscription(world.member(viewer), 'vip', { hosted: true });
  const again = () => startSubscription(world.member(viewer), 'vip', { hosted: true });
  expect(await writtenBy(world.em(), again)).toEqual(['rate_limits']);
});
