import type { PaymentProvider } from '../../app/payments/payments.ts';

export class Killed extends Error {
  override name = 'Killed';
}

/** How many calls of the provider the process survives; it dies after the last one was carried out, or before. */
export interface Fate {
  callsLeft: number;
  diesBefore: boolean;
}

/** A provider during one of whose calls the process is killed: nothing of ours runs after that. */
export function mortal(provider: PaymentProvider, fate: Fate): PaymentProvider {
  return new Proxy(provider, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function' || name === 'parseEvent') return value;
      return async (...args: unknown[]) => {
        if (fate.callsLeft < 0) throw new Killed();
        fate.callsLeft -= 1;
        if (fate.callsLeft < 0 && fate.diesBefore) throw new Killed();
        const answer: unknown = await value.apply(target, args);
        if (fate.callsLeft < 0) throw new Killed();
        return answer;
      };
    },
  });
}
