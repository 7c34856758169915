import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newMember, orderFor, type PaymentWorld } from '../../tests/support/payment-worlds.ts';
import { calm } from '../../tests/support/stripe-standin/server.ts';
import { type Standin, startStandin } from '../../tests/support/stripe-standin/standin.ts';
import { inTime } from './in-time.ts';

let standin: Standin;
const patient = () => standin.provider({ timeoutMs: 2_000 });
beforeAll(async () => {
  standin = await startStandin();
});
afterAll(() => standin.close());
beforeEach(() => Object.assign(standin.mishaps, calm));

async function elapsed(work: Promise<unknown>) {
  const began = performance.now();
  const error = await work.then(
    () => null,
    (error: Error) => error,
  );
  return { error, ms: performance.now() - began };
}

test('a silent provider is given up when the time is over, however often its client would ask', async () => {
  standin.mishaps.silence = 3;
  const { error, ms } = await elapsed(inTime(patient(), 300).retrievePayment('pi_1'));
  expect(error).toMatchObject({ name: 'PaymentProviderDown', reason: 'timeout', keySpent: false });
  expect(ms).toBeGreaterThan(250);
  expect(ms).toBeLessThan(1_000);
});

test('the calls of one request share the time; once it is over, none begins', async () => {
  const order = orderFor(await newMember({ provider: patient() } as PaymentWorld));
  standin.mishaps.delayMs = 150;
  const provider = inTime(patient(), 400);
  const { paymentId } = await provider.createPurchase(order);
  const many = async () => {
    for (let turn = 0; turn < 5; turn += 1) await provider.retrievePayment(paymentId);
  };
  expect((await elapsed(many())).error).toMatchObject({ reason: 'timeout' });
  const before = standin.calls.length;
  await expect(provider.cancelPayment(paymentId)).rejects.toMatchObject({ reason: 'timeout' });
  await new Promise((later) => setTimeout(later, 300));
  expect(standin.calls.slice(before).map(({ path }) => path)).not.toContainEqual(
    expect.stringMatching(/cancel$/),
  );
  expect(await inTime(patient(), 2_000).retrievePayment(paymentId)).toMatchObject({
    status: 'needs_payment',
  });
});

test('what was cut off is found again by its key, and everything else passes as it is', async () => {
  const order = orderFor(await newMember({ provider: patient() } as PaymentWorld));
  standin.mishaps.delayMs = 200;
  await expect(inTime(patient(), 50).createPurchase(order)).rejects.toMatchObject({ reason: 'timeout' });
  standin.mishaps.delayMs = 0;
  await inTime(patient()).createPurchase(order);
  await new Promise((later) => setTimeout(later, 300));
  expect(await patient().findPayments(order)).toHaveLength(1);
  const provider = inTime(patient());
  expect([provider.name, provider.publishableKey]).toEqual(['stripe', 'pk_test_standin']);
  expect(() => provider.parseEvent('{}', new Headers())).toThrow(/signature/i);
  await expect(provider.refund({ paymentId: 'pi_none', idempotencyKey: 'r' })).rejects.toMatchObject({
    name: 'PaymentRefused',
  });
});
