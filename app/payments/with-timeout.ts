import { PaymentProviderDown } from './payment-errors.ts';
import type { PaymentProvider } from './payments.ts';

/** A page answers within ten seconds; the rest is for our own work. */
const defaultTimeoutMs = 8_000;

/** The provider for one request: all its calls share `ms`. A call that is cut off may still succeed; its key, the
 *  webhook or the reconciler finds it later. Jobs use the provider itself. */
export function withTimeout(provider: PaymentProvider, ms = defaultTimeoutMs): PaymentProvider {
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
      const method = target[name];
      // Reading a webhook makes no call.
      if (typeof method !== 'function' || name === 'parseEvent') return method;
      return (...given: unknown[]) => within(async () => Reflect.apply(method, target, given));
    },
  });
}
