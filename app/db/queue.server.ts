import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { EmailOrder } from '../features/commerce/custom-requests/emails.ts';
import type { QueuedNotification } from '../features/core/notifications/event-kinds.ts';
import type { LinkOrder } from '../features/identity/email-links/account-link.ts';
import type { Mail } from '../mail/mail.ts';
import type { Em } from './orm.server.ts';
import { addJobs, freeKey } from './queue.sql.server.ts';

export { moveJob } from './queue.sql.server.ts';

export interface Work {
  'provider-event': { id: string };
  reconcile: Record<string, never>;
  'catch-up': Record<string, never>;
  'drop-surplus-sales': Record<string, never>;
  'sweep-views': Record<string, never>;
  'sweep-uploads': Record<string, never>;
  'sweep-stores': Record<string, never>;
  'sweep-events': Record<string, never>;
  'sweep-accounts': Record<string, never>;
  /** A mail that is ready. Links with secrets go by `send-link`, because the queue is a readable table. */
  'send-mail': Mail;
  'send-link': LinkOrder;
  'sweep-limits': Record<string, never>;
  'publish-due': Record<string, never>;
  'count-platform': Record<string, never>;
  'take-checkpoint': Record<string, never>;
  'check-ledger': Record<string, never>;
  'cancel-billing': Record<string, never>;
  'message-notices': Record<string, never>;
  'watch-questions': Record<string, never>;
  'write-notifications': QueuedNotification;
  'sweep-notifications': Record<string, never>;
  requests: Record<string, never>;
  'request-emails': EmailOrder;
  'sandbox-clock': Record<string, never>;
  'remove-media': { key: string };
  'convert-videos': Record<string, never>;
  'cut-clips': Record<string, never>;
  'sweep-clips': Record<string, never>;
  'make-avatars': Record<string, never>;
  /** The database itself enqueues this when an item or a member's image stops being public. */
  'revoke-addresses': Withdrawn;
}

export type Withdrawn = { contentId: number } | { userId: number };

/** Enqueues jobs in the caller's transaction, so that they run only if it commits. */
export async function enqueue<Task extends keyof Work>(em: Em, task: Task, ...payloads: Work[Task][]) {
  if (payloads.length === 0) return;
  await addJobs(em, task, payloads);
}

/** Enqueues a job for a moment under a key. The same key moves the job that waits and replaces its payload; after one
 *  that runs, this one runs too (ADR-093). */
export async function enqueueAt<Task extends keyof Work>(
  em: Em,
  { task, at, name }: { task: Task; at: Date; name: string },
  payload: Work[Task],
) {
  await em.transactional(async (inside) => {
    await freeKey(inside, name);
    await addJobs(inside, task, [payload], { at, name });
  });
}

export async function installQueue(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 3_000 });
  // Without a listener, an idle connection that the server drops ends the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock(823413)');
      await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
      await client.query('select pg_advisory_unlock(823413)');
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
}
