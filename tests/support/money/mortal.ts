import type { PaymentProvider } from '../../../app/payments/payments.ts';

export class Killed extends Error {
  override name = 'Killed';
}

/** After how many calls of the provider the process is killed, when the last one was carried out or before. */
export interface Fate {
  callsLeft: number;
  diesBefore: boolean;
}

/** A provider that kills the process during one of its calls. After that, none of our code runs. */
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
