import { PaymentProviderDown } from '../../../payments/payment-errors.ts';

interface Run {
  /** What has failed so far. Several lists of one run share it, so that each of them stops. */
  failures: unknown[];
  /** False for work that calls no provider, and so continues while the provider is down. */
  callsProvider?: boolean;
}

/** Does `work` on all items, one after another, and collects what fails. One failure does not stop the others. After
 *  the provider was found down, the rest of the run does not call it again. */
export async function runAll<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  { failures, callsProvider = true }: Run,
): Promise<void> {
  for (const item of items) {
    if (callsProvider && failures.some(isProviderDown)) return;
    await work(item).catch((error: unknown) => failures.push(error));
  }
}

const isProviderDown = (error: unknown) =>
  error instanceof PaymentProviderDown ||
  (error instanceof Error && error.cause instanceof PaymentProviderDown);

/** Ends a run. @throws AggregateError with all failures, so that the worker logs them and tries again */
export function throwFailures(failures: unknown[], couldNot: string): void {
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ${couldNot}`);
}
