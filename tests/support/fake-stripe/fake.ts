import { setTimeout as sleep } from 'node:timers/promises';
import { createStripe, type StripeOptions } from '../../../app/payments/stripe.server.ts';
import { nextTurn } from './billing.ts';
import { account, createBooks, get } from './books.ts';
import { expireSession, submitSession } from './checkout.ts';
import { emit, type SignedDelivery, signed } from './events.ts';
import { askConfirmation, closeDispute, decline, openDispute, pay, startProcessing } from './money.ts';
import { priceObject } from './objects.ts';
import { type Call, calm, type InjectedFaults, serve } from './server.ts';

/** `bank_works`: a bank takes days for the payment. A later `pay` or `decline` is its answer. */
export type PayerAct = 'pay' | 'decline' | 'needs_confirmation' | 'bank_works';

/** How deliveries go wrong. */
export interface DeliveryLuck {
  drop?: (type: string) => boolean;
  repeat?: number;
  reverse?: boolean;
  delayMs?: number;
  /** In seconds; the clock of the fake by default. A site with a clock of its own refuses another time. */
  signedAt?: number;
}

/** Starts a fake Stripe with the two plans' prices. Its clock is handed in and may be moved. */
export async function startFake(start = new Date()) {
  let now = Math.floor(start.getTime() / 1000);
  const books = createBooks(() => now);
  const calls: Call[] = [];
  const faults: InjectedFaults = { ...calm };
  books.prices.set('price_premium', priceObject('price_premium', 999, now));
  books.prices.set('price_vip', priceObject('price_vip', 2499, now));
  const served = await serve({ books, faults, calls });
  let sent = 0;

  return {
    address: `http://127.0.0.1:${served.port}`,
    books,
    faults,
    calls,
    close: served.close,
    now: () => new Date(now * 1000),
    /** The product's own Stripe implementation, pointed here. */
    provider: (options: Partial<Pick<StripeOptions, 'timeoutMs' | 'prices'>> = {}) =>
      createStripe({
        ...account,
        host: '127.0.0.1',
        port: served.port,
        protocol: 'http',
        now: () => new Date(now * 1000),
        ...options,
      }),

    /** The payer's action on a session (`cs_…`) or a payment (`pi_…`). */
    payer(id: string, act: PayerAct) {
      if (id.startsWith('cs_')) return submitSession(books, id, act);
      const intent = get(books.intents, id, 'payment_intent');
      if (intent.status === 'succeeded' || intent.status === 'canceled') return;
      if (act === 'pay') pay(books, intent);
      else if (act === 'decline') decline(books, intent);
      else if (act === 'bank_works') startProcessing(books, intent);
      else askConfirmation(books, intent);
    },
    failCard: (customerId: string, failing = true) => {
      books.cards.set(customerId, failing ? 'failing' : 'good');
    },
    openDispute: (paymentId: string) => openDispute(books, paymentId),
    closeDispute: (id: string, outcome: 'won' | 'lost') => closeDispute(books, id, outcome),
    failRefund(id: string) {
      const refund = get(books.refunds, id, 'refund');
      refund.status = 'failed';
      emit(books, 'refund.failed', refund);
    },

    /** Moves the clock and does everything that falls due on the way, in order. */
    advance(to: Date) {
      const until = Math.floor(to.getTime() / 1000);
      for (;;) {
        const turns = [
          ...[...books.subscriptions.values()].map((subscription) => {
            const turn = nextTurn(books, subscription);
            return turn && { at: turn.at, act: () => turn.act(books, subscription) };
          }),
          ...[...books.sessions.values()]
            .filter(({ status }) => status === 'open')
            .map((session) => ({ at: session.expires_at, act: () => expireSession(books, session) })),
        ];
        const next = turns.filter((turn) => turn !== null).sort((a, b) => a.at - b.at)[0];
        if (!next || next.at > until) break;
        now = Math.max(now, next.at);
        next.act();
      }
      now = until;
    },

    /** The signed deliveries since the last call, with the ordered failures. */
    async deliver(send: (delivery: SignedDelivery) => Promise<unknown>, luck: DeliveryLuck = {}) {
      const fresh = books.events.slice(sent).filter(({ type }) => !luck.drop?.(type));
      sent = books.events.length;
      if (luck.reverse) fresh.reverse();
      for (const event of fresh) {
        if (luck.delayMs) await sleep(luck.delayMs);
        for (let time = 0; time <= (luck.repeat ?? 0); time += 1)
          await send(signed(event, luck.signedAt ?? now));
      }
    },
  };
}

export type Fake = Awaited<ReturnType<typeof startFake>>;
