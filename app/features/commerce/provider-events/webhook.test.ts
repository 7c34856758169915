import { expect, test } from 'vitest';
import { paymentIn, testShop } from '../../../../tests/support/money/shop.ts';
import { rows } from '../../../../tests/support/sql.ts';
import { sign } from '../../../payments/sandbox/events.sql.server.ts';
import { startPurchase } from '../purchases/buy.server.ts';
import { catchUpEvents } from './events.server.ts';
import { action, loader } from './webhook.api.ts';

const shop = testShop();
const { world, stand, paidAside, statesOf, controls } = shop;
const secret = 'whsec_for_tests';

const deliver = (body: string, signature: string) =>
  world.send(
    action,
    null,
    '/api/stripe/webhook',
    {},
    {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    },
  );

const eventOf = (id: string, objectId: string, type = 'payment_intent.succeeded') =>
  JSON.stringify({
    id,
    object: 'event',
    type,
    created: Math.floor(world.clock.at.getTime() / 1000),
    livemode: false,
    data: { object: { id: objectId, note: 'Guarda: passagem à direita' } },
  });
const signed = (body: string, minutesAgo = 0) =>
  sign(body, secret, world.clock.at.getTime() - minutesAgo * 60_000);
const jobs = () => rows<{ task: string }>(world.em())`
  select t.identifier as task from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id where j.payload->>'id' = 'evt_repeated'`;

test('an event is stored and queued once, however often it arrives', async () => {
  const { item, asBuyer } = await stand();
  const { clientSecret } = await startPurchase(asBuyer(), item);
  await world.payments.answer(clientSecret);
  const body = eventOf('evt_repeated', paymentIn(clientSecret));
  const answers = await Promise.all([1, 2, 3].map(() => deliver(body, signed(body))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await rows(world.em())`select 1 from provider_events where id = 'evt_repeated'`).toHaveLength(1);
  expect(await jobs()).toEqual([{ task: 'provider-event' }]);
  await world.payments.work();
  expect(await statesOf(item)).toEqual(['paid']);
  await deliver(body, signed(body));
  await shop.settled();
});

test('forged, altered and old deliveries are refused, and nothing is stored', async () => {
  const body = eventOf('evt_forged', 'pi_forged');
  const forged = await deliver(body, sign(body, 'another secret', world.clock.at.getTime()));
  const altered = await deliver(body.replace('pi_forged', 'pi_other'), signed(body));
  const old = await deliver(body, signed(body, 6));
  const bare = await deliver(body, '');
  expect([forged, altered, old, bare].map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(await rows(world.em())`select 1 from provider_events where id = 'evt_forged'`).toEqual([]);
});

test('an event that misstates its object changes nothing: the provider is asked', async () => {
  const { item, asBuyer } = await stand();
  const { clientSecret } = await startPurchase(asBuyer(), item);
  const body = eventOf('evt_early', paymentIn(clientSecret));
  expect((await deliver(body, signed(body))).status).toBe(200);
  await world.payments.work();
  expect(await statesOf(item)).toEqual(['pending']);
});

test('an event about something that is not ours is answered and stored, and changes nothing', async () => {
  const body = eventOf('evt_stranger', 'pi_of_another_site');
  expect((await deliver(body, signed(body))).status).toBe(200);
  await world.payments.work();
  expect(await rows(world.em())`select outcome from provider_events where id = 'evt_stranger'`).toEqual([
    { outcome: 'ignored' },
  ]);
});

test('a payment with our metadata for an unknown purchase is left to an operator', async () => {
  const paymentId = await paidAside(await stand(), 1_000_000);
  await world.payments.deliver();
  expect(
    await rows(world.em())`select outcome, note from provider_events where object_id = ${paymentId}`,
  ).toEqual([{ outcome: 'review', note: `Payment ${paymentId}: there is no purchase 1000000` }]);
});

test('the daily catch-up finds events whose delivery was lost', async () => {
  const { item, asBuyer } = await stand();
  const { clientSecret } = await startPurchase(asBuyer(), item);
  await world.payments.answer(clientSecret);
  await controls().loseEvents(10);
  await world.payments.deliver();
  expect(await statesOf(item)).toEqual(['pending']);
  expect(await catchUpEvents(world.systemContext())).toBeGreaterThan(0);
  await world.payments.work();
  expect(await statesOf(item)).toEqual(['paid']);
  expect(await catchUpEvents(world.systemContext())).toBe(0);
});

test('only POST is accepted', async () => {
  const answer = await world.send(loader, null, '/api/stripe/webhook');
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
});
