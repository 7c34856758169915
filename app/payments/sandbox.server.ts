import { type PaidPlan, planPriceCents } from '../domain/plan-prices.ts';
import type { HostedOutcome } from './hosted-outcomes.ts';
import type { PaymentProvider } from './payments.ts';
import { type Controls, controlsOf } from './sandbox/controls.server.ts';
import type { SandboxDatabase } from './sandbox/database.server.ts';
import { type Deliver, deliverWaiting } from './sandbox/events.server.ts';
import {
  type HostedAnswer,
  type HostedPage,
  hostedPage,
  type PageAddresses,
  submitHostedPage,
} from './sandbox/page.server.ts';
import { sandboxProvider } from './sandbox/provider.server.ts';
import { openSandboxApi } from './sandbox/sandbox-api.server.ts';
import { advance } from './sandbox/time.server.ts';

export interface SandboxOptions extends PageAddresses {
  database: SandboxDatabase;
  /** Signs the events. Every process needs the same secret. */
  signingSecret: string;
  /** The webhook's handler. Without it events wait. */
  deliver?: Deliver;
  now?: () => Date;
  prices?: Record<PaidPlan, number>;
}

export interface Sandbox {
  provider: PaymentProvider;
  /** The data of the page at `pageUrl(id)`. Null for an unknown id. */
  hostedPage(id: string): Promise<HostedPage | null>;
  /** @throws PaymentRefused for an unknown id */
  submitHostedPage(id: string, outcome: HostedOutcome): Promise<HostedAnswer>;
  /** Does what is due until now, or until `until`: renewals, retries, expiries. For a job. */
  advance(until?: Date): Promise<number>;
  /** Sends the waiting events. `all` ignores their delays. For a job, and at start. */
  deliverEvents(options?: { all?: boolean }): Promise<number>;
  /** Resolves when the deliveries under way are over. */
  settled(): Promise<void>;
  controls: Controls;
}

/** The embedded payment provider, kept in PostgreSQL. It moves no money (ADR-007). */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { database: db, signingSecret: secret, deliver } = options;
  const now = options.now ?? (() => new Date());
  const prices = options.prices ?? planPriceCents;

  const deliverEvents: Sandbox['deliverEvents'] = async (how) =>
    deliver ? deliverWaiting({ db, secret, at: now().getTime(), deliver }, how) : 0;
  let delivering: Promise<unknown> = Promise.resolve();
  // Not awaited, because the webhook may need a row that the caller has not committed yet. A failed delivery stays in
  // its table for the job.
  const afterwards = () => {
    delivering = delivering.then(() => deliverEvents()).catch(() => 0);
  };
  const desk = openSandboxApi({ db, prices, now, afterwards });

  return {
    provider: sandboxProvider(desk, { secret, pageUrl: options.pageUrl }),
    hostedPage: (id) => hostedPage(db, id),
    submitHostedPage: (id, outcome) => desk.act((room) => submitHostedPage(room, options, id, outcome)),
    async advance(until = now()) {
      const happened = await advance(db, prices, until.getTime());
      afterwards();
      return happened;
    },
    deliverEvents,
    async settled() {
      await delivering;
    },
    controls: controlsOf(desk),
  };
}
