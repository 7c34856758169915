import type { HostedOutcome } from './hosted-outcomes.ts';
import type { PaymentProvider } from './payments.ts';
import { type PaidPlan, planPriceCents } from './plan-prices.ts';
import { type Controls, controlsOf } from './sandbox/controls.server.ts';
import type { SandboxDatabase } from './sandbox/database.server.ts';
import { openDesk } from './sandbox/desk.server.ts';
import { type Deliver, deliverWaiting } from './sandbox/events.server.ts';
import {
  type HostedAnswer,
  type HostedPage,
  hostedPage,
  type PageAddresses,
  submitHostedPage,
} from './sandbox/page.server.ts';
import { sandboxProvider } from './sandbox/provider.server.ts';
import { advance } from './sandbox/time.server.ts';

export interface SandboxOptions extends PageAddresses {
  database: SandboxDatabase;
  /** Signs the events; every process needs the same. */
  signingSecret: string;
  /** The webhook's own code. Without it events wait. */
  deliver?: Deliver;
  now?: () => Date;
  /** Cents a month. */
  prices?: Record<PaidPlan, number>;
}

export interface Sandbox {
  provider: PaymentProvider;
  /** What the page at `pageUrl(id)` shows; null for an unknown id. */
  hostedPage(id: string): Promise<HostedPage | null>;
  /** @throws PaymentRefused for an unknown id */
  submitHostedPage(id: string, outcome: HostedOutcome): Promise<HostedAnswer>;
  /** Does what time brings up to now, or to `until`: renewals, retries, expiries. For a job. */
  advance(until?: Date): Promise<number>;
  /** Sends the events that wait; `all` ignores their pauses. For a job, and at start. */
  deliverEvents(options?: { all?: boolean }): Promise<number>;
  /** Resolves when the deliveries that began by themselves are over. */
  settled(): Promise<void>;
  controls: Controls;
}

/** The embedded provider: a small bank of its own, kept in PostgreSQL, that moves no money. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { database: db, signingSecret: secret, deliver } = options;
  const now = options.now ?? (() => new Date());
  const prices = options.prices ?? planPriceCents;

  const deliverEvents: Sandbox['deliverEvents'] = async (how) =>
    deliver ? deliverWaiting({ db, secret, at: now().getTime(), deliver }, how) : 0;
  let delivering: Promise<unknown> = Promise.resolve();
  // Never awaited by an act: the webhook may need a row that the act's caller has not committed yet.
  // What fails here waits in its table for the job.
  const afterwards = () => {
    delivering = delivering.then(() => deliverEvents()).catch(() => 0);
  };
  const desk = openDesk({ db, prices, now, afterwards });

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
