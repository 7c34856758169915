import type Stripe from 'stripe';
import { sandboxScriptPath } from '../domain/checkout-paths.ts';
import { type PaidPlan, planPriceCents } from '../domain/plan-prices.ts';
import type { PaymentProvider } from './payments.ts';
import { pricesFor, sandboxAccount } from './sandbox/account.server.ts';
import { advance } from './sandbox/advance.server.ts';
import { openApi } from './sandbox/api.server.ts';
import { refusing } from './sandbox/api-error.server.ts';
import { type CardAnswer, type CardEntry, confirmCard } from './sandbox/card.server.ts';
import { clientOf } from './sandbox/client.server.ts';
import { type Controls, controlsOf } from './sandbox/controls.server.ts';
import type { SandboxDatabase } from './sandbox/database.server.ts';
import { type Deliver, deliverWaiting } from './sandbox/events.sql.server.ts';
import {
  type HostedAnswer,
  type HostedPage,
  hostedPage,
  type PageAddresses,
  type PayerOutcome,
  submitHostedPage,
} from './sandbox/hosted-page.server.ts';
import type { Inspector } from './sandbox/inspector.server.ts';
import { type Core, change, load } from './sandbox/store.sql.server.ts';
import { createStripe } from './stripe.server.ts';

export interface SandboxOptions extends PageAddresses {
  database: SandboxDatabase;
  /** Signs the events. Every process needs the same secret. */
  signingSecret: string;
  /** The webhook's handler. Without it events wait. */
  deliver?: Deliver;
  now?: () => Date;
  prices?: Record<PaidPlan, number>;
  /** How often the client repeats a failed call by itself. */
  retries?: number;
  inspector?: Inspector;
}

export interface Sandbox {
  provider: PaymentProvider;
  prices: Map<string, Stripe.Price>;
  /** Answers a call of Stripe's API. @throws ConnectionLost where the caller gets no answer */
  answer(request: Request): Promise<Response>;
  /** The data of the page at `pageUrl(id)`. Null for an unknown id. */
  hostedPage(id: string): Promise<HostedPage | null>;
  /** @throws PaymentRefused for an unknown id */
  submitHostedPage(id: string, outcome: PayerOutcome): Promise<HostedAnswer>;
  /** Pays with a card that was entered on our own page. @throws PaymentRefused for an unknown id or secret */
  confirmCard(paymentId: string, entry: CardEntry): Promise<CardAnswer>;
  /** Does what is due until now, or until `until`: renewals, retries, expiries. For a job. */
  advance(until?: Date): Promise<number>;
  /** Sends the waiting events. `all` ignores their delays. For a job, and at start. */
  deliverEvents(options?: { all?: boolean }): Promise<number>;
  /** Resolves when the deliveries under way are over. */
  settled(): Promise<void>;
  controls: Controls;
  /** The same bank at other times, such as for a demo's past. Its events wait. */
  at(now: () => Date): Sandbox;
}

/** Stripe's API in this process, behind the product's own Stripe adapter. It moves no money (ADR-048). */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { database: db, signingSecret: secret, deliver, pageUrl } = options;
  const clock = options.now ?? (() => new Date());

  const deliverEvents: Sandbox['deliverEvents'] = async (how) =>
    deliver ? deliverWaiting({ db, secret, now: core.now(), deliver }, how) : 0;
  let delivering: Promise<unknown> = Promise.resolve();
  const prices = pricesFor(options.prices ?? planPriceCents);
  const core: Core = {
    db,
    inspector: options.inspector,
    settings: { prices, pageUrl },
    now: () => Math.floor(clock().getTime() / 1000),
    // Not awaited, because the webhook may need a row that the caller has not committed yet.
    afterwards() {
      if (deliver) delivering = delivering.then(() => deliverEvents()).catch(() => 0);
    },
  };
  const answer = openApi(core, sandboxAccount.secretKey);
  const stripe = createStripe({
    ...sandboxAccount,
    webhookSecret: secret,
    httpClient: clientOf(answer),
    retries: options.retries,
    now: clock,
  });

  return {
    provider: { ...stripe, name: 'sandbox', cardScript: sandboxScriptPath },
    prices,
    answer,
    hostedPage: async (id) => hostedPage(await load(db, core, [id]), id),
    submitHostedPage: (id, outcome) =>
      refusing(() => change(core, [id], (state) => submitHostedPage(state, options, id, outcome))),
    confirmCard: (id, entry) =>
      refusing(() => change(core, [id], (state) => confirmCard(state, options, id, entry))),
    async advance(until = clock()) {
      const happened = await advance(core, Math.floor(until.getTime() / 1000));
      core.afterwards();
      return happened;
    },
    deliverEvents,
    async settled() {
      await delivering;
    },
    controls: controlsOf(core),
    at: (now) => createSandbox({ ...options, now, deliver: undefined }),
  };
}
