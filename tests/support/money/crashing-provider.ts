import type { PaymentProvider } from '../../../app/payments/payments.ts';

export class Crashed extends Error {
  override name = 'Killed';
}

/** After how many calls of the provider the process is killed, when the last one was carried out or before. */
export interface CrashPoint {
  callsLeft: number;
  isBeforeCall: boolean;
}

/** A provider that kills the process during one of its calls. After that, none of our code runs. */
export function crashingProvider(provider: PaymentProvider, crash: CrashPoint): PaymentProvider {
  return new Proxy(provider, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function' || name === 'parseEvent') return value;
      return async (...args: unknown[]) => {
        if (crash.callsLeft < 0) throw new Crashed();
        crash.callsLeft -= 1;
        if (crash.callsLeft < 0 && crash.isBeforeCall) throw new Crashed();
        const answer: unknown = await value.apply(target, args);
        if (crash.callsLeft < 0) throw new Crashed();
        return answer;
      };
    },
  });
}
