import { describe, expect, test } from 'vitest';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { row } from '../../../../tests/support/sql.ts';
import { PaymentProviderDown, PaymentRefused } from '../../../payments/payment-errors.ts';
import type { SubscriptionState } from '../../../payments/payment-states.ts';
import type { Viewer } from '../../../scope.ts';
import { startSubscription } from './subscribe.server.ts';
import { syncSubscription } from './sync.server.ts';

const shop = testShop();
const { world, planOf } = shop;
const provider = () => world.payments.sandbox.provider;

/** A member who pays for Premium, and the subscription at the provider. */
async function running() {
  const viewer = await shop.subscribed('premium');
  const state = await provider().retrieveSubscription((await rowOf(viewer))?.id ?? '');
  return { viewer, state: state! };
}

const rowOf = ({ id }: Viewer) =>
  row<{ id: string; status: string; version: number }>(world.em())`
    select subscription_id as id, status, version from subscriptions where user_id = ${id}`;

/** Synchronises a subscription while the provider reports another state; null when it is unknown there. */
const hear = (state: SubscriptionState, change: Partial<SubscriptionState> | null) => {
  const retrieveSubscription = async () => change && { ...state, ...change };
  const payments = { ...provider(), retrieveSubscription };
  return syncSubscription({ ...world.systemContext(), payments }, state.subscriptionId);
};

describe('a subscription as the provider reports it', () => {
  test.each<[string, Partial<SubscriptionState>, string]>([
    ['of the other mode', { livemode: true }, 'A test subscription beside live ones, or the reverse'],
    ['of a stranger', { customerId: 'cus_elsewhere' }, 'Customer cus_elsewhere is none of ours'],
    ['marked for another member', { memberId: '0' }, 'Member 0'],
  ])('%s changes nothing here, and the note gives the reason', async (_which, change, note) => {
    const { viewer, state } = await running();
    const before = await rowOf(viewer);
    expect(await hear(state, { ...change, status: 'canceled' })).toEqual({
      state: 'unknown',
      userId: null,
      note,
    });
    expect(await rowOf(viewer)).toEqual(before);
    expect(await planOf(viewer.id)).toMatchObject({ plan: 'premium' });
  });

  test('counts without our metadata as well, as when an operator made it in the dashboard', async () => {
    const { viewer, state } = await running();
    expect(await hear(state, { memberId: null, plan: 'vip' })).toMatchObject({ userId: viewer.id });
    expect(await planOf(viewer.id)).toMatchObject({ plan: 'vip' });
    await syncSubscription(world.systemContext(), state.subscriptionId);
  });

  test('gives no rights while its price is not one of ours', async () => {
    const { viewer, state } = await running();
    expect(await hear(state, { plan: null })).toMatchObject({ state: 'synced' });
    expect(await rowOf(viewer)).toMatchObject({ status: 'unknown' });
    expect(await planOf(viewer.id)).toMatchObject({ plan: 'free' });
    await syncSubscription(world.systemContext(), state.subscriptionId);
    expect(await planOf(viewer.id)).toMatchObject({ plan: 'premium' });
    await shop.settled();
  });

  test('ends the plan at once when the provider no longer knows it', async () => {
    const { viewer, state } = await running();
    expect(await hear(state, null)).toEqual({
      state: 'unknown',
      userId: null,
      note: `The provider knows no subscription ${state.subscriptionId}`,
    });
    expect(await rowOf(viewer)).toMatchObject({ status: 'unknown' });
    expect(await planOf(viewer.id)).toMatchObject({ plan: 'free' });
    await syncSubscription(world.systemContext(), state.subscriptionId);
    await shop.settled();
  });
});

test('a second paid plan beside a running one is ended at once and refunded', async () => {
  const { viewer, state } = await running();
  const second = await provider().createSubscription({
    customerId: state.customerId,
    memberId: String(viewer.id),
    plan: 'vip',
    idempotencyKey: `second ${viewer.id}`,
  });
  await world.payments.answer(second.clientSecret);
  await syncSubscription(world.systemContext(), second.subscriptionId);
  expect(await provider().retrieveSubscription(second.subscriptionId)).toMatchObject({ status: 'canceled' });
  expect(await provider().retrievePayment(second.paymentId)).toMatchObject({ refundedCents: 2499 });
  expect(await planOf(viewer.id)).toMatchObject({ plan: 'premium' });
  await shop.settled();
});

test.each([
  ['that does not answer', new PaymentProviderDown('timeout', 'no answer'), true],
  ['that refuses', new PaymentRefused('cannot be expired'), true],
  ['with a fault in our code', new TypeError('not a function'), false],
])('a provider %s while the paid plan’s page is closed', async (_which, error, isIgnored) => {
  const viewer = await world.person();
  const { url } = await startSubscription(world.member(viewer), 'premium', { hosted: true });
  await world.payments.answer(url);
  const page = await provider().retrieveCheckout(url?.split('/').at(-1) ?? '');
  const payments = { ...provider(), expireCheckout: () => Promise.reject(error) };
  const done = syncSubscription({ ...world.systemContext(), payments }, page?.subscriptionId ?? '');
  if (isIgnored) expect(await done).toMatchObject({ state: 'synced' });
  else await expect(done).rejects.toBe(error);
  // The plan is saved before the page is closed.
  expect(await planOf(viewer.id)).toMatchObject({ plan: 'premium' });
  await shop.settled();
});
