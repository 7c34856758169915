import { expect, test, vi } from 'vitest';
import { Refused } from '../../../errors.ts';
import { PaymentProviderDown } from '../../../payments/payment-errors.ts';
import { runAll, throwFailures } from './run-all.ts';

const down = new PaymentProviderDown('timeout', 'no answer');
const failingFor = (ids: number[], error: Error) => async (id: number) => {
  if (ids.includes(id)) throw error;
};

test('one failure does not stop the others, and all are thrown at the end', async () => {
  const failures: unknown[] = [];
  const work = vi.fn(failingFor([1, 3], new Error('broken')));
  await runAll([1, 2, 3, 4], work, { failures });
  expect(work).toHaveBeenCalledTimes(4);
  expect(() => throwFailures(failures, 'could not be done')).toThrow('2 could not be done');
  expect(() => throwFailures([], 'could not be done')).not.toThrow();
});

test.each([
  ['itself', down],
  ['as the cause of a refusal', new Refused('Please try again.', { status: 503, cause: down })],
])('a provider found down, %s, is not called again in this run', async (_how, error) => {
  const failures: unknown[] = [];
  const atProvider = vi.fn(failingFor([2], error));
  await runAll([1, 2, 3], atProvider, { failures });
  await runAll([4], atProvider, { failures });
  expect(atProvider).toHaveBeenCalledTimes(2);
  const here = vi.fn(async () => {});
  await runAll([5, 6], here, { failures, callsProvider: false });
  expect(here).toHaveBeenCalledTimes(2);
});
