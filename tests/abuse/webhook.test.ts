import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sign } from '../../app/payments/sandbox/events.sql.server.ts';
import { sharedWorld } from '../support/site/live.ts';
import { row, rows } from '../support/sql.ts';
import { secret } from '../support/world.ts';

const world = sharedWorld();
let [asBuyer, item] = ['', 0];

beforeAll(async () => {
  const creator = await world.person({ plan: 'vip' });
  asBuyer = await world.signIn(await world.person());
  item = await world.item({ creator: creator.id, tier: 'vip', priceCents: 499 });
});

const buy = () => world.ask(`/api/content/${item}/purchase`, { method: 'POST', json: {}, as: asBuyer });
const paid = () => rows(world.em())`
  select id from purchases where content_id = ${item} and status = 'paid'`;

describe('the webhook', () => {
  const key = createHmac('sha256', secret).update('sandbox events').digest('hex');
  const event = (id: string, object: object, type = 'payment_intent.succeeded') =>
    JSON.stringify({ id, type, created: Math.trunc(Date.now() / 1000), livemode: false, data: { object } });
  const deliver = (body: string, signature?: string) =>
    world.ask('/api/stripe/webhook', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      },
    });
  const stored = () => world.countOf('provider_events');
  const now = () => Date.now();
  const body = event('evt_forged', { id: 'pi_forged', amount: 499, status: 'succeeded' });

  test.each([
    ['no signature', () => undefined],
    ['an empty one', () => ''],
    ['rubbish', () => 't=1,v1=00'],
    ['one without a stamp', () => `v1=${'0'.repeat(64)}`],
    ['another key’s', () => sign(body, 'another key', now())],
    ['an empty key’s', () => sign(body, '', now())],
    ['one of an hour ago', () => sign(body, key, now() - 3_600_000)],
    ['one of six minutes ahead', () => sign(body, key, now() + 360_000)],
    ['one without a number for its time', () => sign(body, key, Number.NaN)],
    ['another body’s', () => sign(`${body} `, key, now())],
    ['an older scheme', () => sign(body, key, now()).replace('v1=', 'v0=')],
    [
      'a stamp moved on',
      () => sign(body, key, now() - 3_600_000).replace(/t=\d+/, `t=${Math.trunc(now() / 1000)}`),
    ],
  ])('refuses %s', async (_name, signature) => {
    const before = await stored();
    expect((await deliver(body, signature())).status).toBe(400);
    expect(await stored()).toBe(before);
  });

  test.each(['', '{', '[]', 'null', '"x"', '{"id":"evt_1"}', '{"id":1,"type":2,"data":3}'])(
    'survives a validly signed %j',
    async (odd) => {
      const answer = await deliver(odd, sign(odd, key, now()));
      expect(answer.status).toBeGreaterThanOrEqual(200);
      expect(answer.status).toBeLessThan(500);
    },
  );

  test('an event that arrives five times at once is stored once', async () => {
    const again = event('evt_again', { id: 'pi_unknown' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => deliver(again, sign(again, key, now()))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await rows(world.em())`select 1 from provider_events where id = 'evt_again'`).toHaveLength(1);
  });

  test('a valid signature on a false state opens nothing: the state is read at the provider', async () => {
    const paymentIntentId = String((await buy()).json().clientSecret).split('_secret_')[0];
    const lie = event('evt_lie', { id: paymentIntentId, status: 'succeeded', amount_received: 499 });
    expect((await deliver(lie, sign(lie, key, now()))).status).toBe(200);
    await world.settled();
    const read = await row<{ done: boolean }>(world.em())`
      select outcome is not null as done from provider_events where id = 'evt_lie'`;
    expect(read?.done).toBe(true);
    expect(await paid()).toEqual([]);
  });

  test('a delivery of two megabytes is refused', async () => {
    expect((await deliver('x'.repeat(2_000_000), 't=1,v1=0')).status).toBe(413);
  });
});
