import { PaymentProviderDown } from './payment-errors.ts';
import type { PaymentProvider } from './payments.ts';

/** Nobody waits longer than ten seconds for a page; the rest is for our own work. */
const patienceMs = 8_000;

/**
 * The provider for one request: from the first on, all its calls together have `ms`. A job may wait longer, so
 * it gets the provider itself. What is cut off here may happen all the same: like every lost answer it is found
 * again by its key, by the webhook or by the reconciler.
 */
export function inTime(provider: PaymentProvider, ms = patienceMs): PaymentProvider {
  let end: number | undefined;

  async function within<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    end ??= Date.now() + ms;
    const late = new PaymentProviderDown('timeout', `The provider took longer than ${ms} ms`);
    if (Date.now() >= end) throw late;
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(late), (end ?? 0) - Date.now());
    });
    return Promise.race([ask(), over]).finally(() => clearTimeout(timer));
  }

  return new Proxy(provider, {
    get(target, name: keyof PaymentProvider) {
      const act = target[name];
      // Reading a delivery asks nobody.
      if (typeof act !== 'function' || name === 'parseEvent') return act;
      return (...given: unknown[]) => within(async () => Reflect.apply(act, target, given));
    },
  });
}
