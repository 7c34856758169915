import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  addresses,
  newMember,
  orderFor,
  paymentWorld,
  subscriber,
} from '../../tests/support/money/payment-world.ts';
import { eventTypes, signatureHeader } from './events.ts';
import { BadSignature } from './payment-errors.ts';
import type { Delivery } from './sandbox/events.sql.server.ts';

describe('webhooks', () => {
  const world = paymentWorld();
  const provider = () => world().provider;
  const read = ({ body, headers }: Delivery) => provider().parseEvent(body, headers);
  const stamp = () => Math.floor(world().now().getTime() / 1000);
  const signed = (
    body: string,
    { at = stamp(), secret = 'whsec_sandbox' }: { at?: number | string; secret?: string } = {},
  ): Delivery => {
    const hex = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    return { body, headers: new Headers({ [signatureHeader]: `t=${at},v1=${hex}` }) };
  };
  const event = (object: object, type = 'payment_intent.succeeded') =>
    JSON.stringify({ id: 'evt_1', object: 'event', type, created: 1, livemode: false, data: { object } });
  const oneSale = async () => {
    const order = orderFor(await newMember(world()));
    const { paymentId } = await provider().createPurchase(order);
    await world().payer(paymentId, 'pay');
    return paymentId;
  };

  test('a delivery names the object to read again', async () => {
    const paymentId = await oneSale();
    const events = (await world().deliveries()).map(read);
    expect(events).toContainEqual({
      id: expect.stringMatching(/^evt_\w+$/),
      type: 'payment_intent.succeeded',
      kind: 'payment',
      objectId: paymentId,
      livemode: false,
      createdAt: world().now(),
    });
  });

  test('an altered body, another secret, an old timestamp or no signature is refused', async () => {
    await oneSale();
    const [delivery] = await world().deliveries();
    expect(read(delivery!)).toMatchObject({ id: expect.any(String) });
    const body = event({ id: 'pi_1' });
    const wrong: Delivery[] = [
      { ...delivery!, body: `${delivery!.body} ` },
      { ...delivery!, headers: new Headers() },
      { ...delivery!, headers: new Headers({ [signatureHeader]: 't=,v1=' }) },
      { ...delivery!, headers: new Headers({ [signatureHeader]: 'nonsense' }) },
      signed(body, { secret: 'whsec_other' }),
      signed(body, { secret: ' ' }),
      signed(body, { at: stamp() - 400 }),
      signed('{"id":'),
      signed('{}'),
      signed(event({ id: 'pi_1' }).replace('"created":1', '"created":"soon"')),
      signed(event({ id: 'pi_1' }).replace('"created":1', '"created":1e18')),
      signed(event({ id: 'pi_1' }).replace('"evt_1"', '7')),
    ];
    for (const each of wrong) expect(() => read(each)).toThrow(BadSignature);
    expect(read(signed(body, { at: stamp() - 290 }))).toMatchObject({ objectId: 'pi_1' });
  });

  test('a timestamp more than five minutes off on either side, or that is no whole number, is refused', () => {
    const body = event({ id: 'pi_1' });
    const wrong = [stamp() + 301, stamp() + 360, stamp() - 301, 'NaN', 'Infinity', '-1', '', `${stamp()}abc`];
    for (const at of wrong) expect(() => read(signed(body, { at })), String(at)).toThrow(BadSignature);
    for (const at of [stamp() + 300, stamp() - 300])
      expect(read(signed(body, { at }))).toMatchObject({ objectId: 'pi_1' });
  });

  test('two timestamps are refused', () => {
    const body = event({ id: 'pi_1' });
    const header = signed(body).headers.get(signatureHeader) ?? '';
    for (const two of [`t=${stamp() - 4_000},${header}`, `${header},t=${stamp() - 4_000}`, `t=NaN,${header}`])
      expect(() => read({ body, headers: new Headers({ [signatureHeader]: two }) })).toThrow(BadSignature);
  });

  test('characters beyond ASCII do not break a signature', () => {
    const body = event({ id: 'pi_1', description: 'Guarda: passagem à direita 柔術' });
    expect(read(signed(body))).toMatchObject({ objectId: 'pi_1' });
  });

  test('an event of no interest here is of kind other', () => {
    expect(read(signed(event({ id: 'cus_1' }, 'customer.created')))).toMatchObject({ kind: 'other' });
    expect(read(signed(event({ id: 'ch_1' }, 'charge.refunded')))).toMatchObject({ kind: 'other' });
    expect(read(signed(event({}, 'invoice.paid')))).toMatchObject({ kind: 'other', objectId: '' });
    const charge = { id: 'ch_1', payment_intent: 'pi_1' };
    expect(read(signed(event(charge, 'charge.refunded')))).toMatchObject({
      kind: 'payment',
      objectId: 'pi_1',
    });
  });

  test('a live event is distinguished from a test one', () => {
    const body = event({ id: 'pi_1' }).replace('"livemode":false', '"livemode":true');
    expect(read(signed(body))).toMatchObject({ livemode: true });
  });

  test('every event this product reads arrives, and can be listed afterwards', async () => {
    await world().advance(new Date(world().now().getTime() + 1_000));
    const since = world().now();
    const paymentId = await oneSale();
    const { refundId } = await provider().refund({ paymentId, idempotencyKey: `refund:${paymentId}` });
    await world().failRefund(refundId);
    const declined = await provider().createPurchase(orderFor(await newMember(world())));
    await world().payer(declined.paymentId, 'decline');
    await provider().cancelPayment(declined.paymentId);
    await world().closeDispute(await world().openDispute(await oneSale()), 'won');
    const session = async () =>
      provider().hostedCheckout({ kind: 'purchase', ...addresses, ...orderFor(await newMember(world())) });
    await world().payer((await session()).sessionId, 'pay');
    await provider().expireCheckout((await session()).sessionId);
    const { subscriptionId, customerId } = await subscriber(world());
    await world().failCard(customerId);
    const change = {
      subscriptionId,
      plan: 'vip',
      when: 'now',
      idempotencyKey: `up:${subscriptionId}`,
    } as const;
    await provider().changePlan(change);
    const before = (await world().deliveries()).map(read);
    await world().advance(new Date(world().now().getTime() + 86_400_000));
    const { payment } = await provider().changePlan({ ...change, idempotencyKey: `up2:${subscriptionId}` });
    await world().payer(payment!.paymentId!, 'needs_confirmation');
    await world().payer(payment!.paymentId!, 'pay');
    await provider().cancelNow({ subscriptionId, idempotencyKey: `end:${subscriptionId}` });

    const arrived = [...before, ...(await world().deliveries()).map(read)].filter(
      ({ kind }) => kind !== 'other',
    );
    // These come from payments that settle late, pauses, and a bank's later notices.
    const rare = /async_payment|paused|resumed|refund\.updated|dispute\.updated/;
    const seen = new Set(arrived.map(({ type }) => type));
    expect([...seen].sort()).toEqual(eventTypes.filter((type) => !rare.test(type)).sort());
    const listed = await provider().listEvents(since);
    expect(listed.map(({ id }) => id)).toEqual(arrived.map(({ id }) => id));
    expect(await provider().listEvents(new Date(world().now().getTime() + 1_000))).toEqual([]);
  });
});
