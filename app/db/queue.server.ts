import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { LinkOrder } from '../features/accounts/account-link.ts';
import type { Told } from '../features/notifications/kinds.ts';
import type { LetterOrder } from '../features/requests/letters.ts';
import type { Mail } from '../mail/mail.ts';
import type { Em } from './orm.server.ts';
import { row } from './sql.server.ts';

/** What can be asked of the worker, and what each piece of work needs to know (app/jobs). */
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
  /** A mail that is ready. The queue is a table, so nothing secret stands in it: links go by `send-link`. */
  'send-mail': Mail;
  'send-link': LinkOrder;
  'sweep-limits': Record<string, never>;
  'publish-due': Record<string, never>;
  'count-platform': Record<string, never>;
  'wind-up': Record<string, never>;
  'message-notices': Record<string, never>;
  'watch-questions': Record<string, never>;
  'write-notifications': Told;
  'sweep-notifications': Record<string, never>;
  /** Moves requests on whose time is over, and gives back what they owe. */
  requests: Record<string, never>;
  'request-letters': LetterOrder;
  'sandbox-clock': Record<string, never>;
  'remove-media': { key: string };
  'convert-films': Record<string, never>;
  /** Ordered by the database itself, when an item stops being for everybody. */
  'take-back': { contentId: number };
}

/** Asks the worker for something, in the caller's transaction: it is done only if the caller commits. */
export async function enqueue<Task extends keyof Work>(em: Em, task: Task, ...payloads: Work[Task][]) {
  if (payloads.length === 0) return;
  await row(em)`
    select graphile_worker.add_job(${task}::text, payload)
    from json_array_elements(${JSON.stringify(payloads)}::json) payload`;
}

/**
 * Asks for something at a moment to come, under a name: asking again under the same name moves it and changes its
 * payload.
 */
export async function enqueueAt<Task extends keyof Work>(
  em: Em,
  { task, at, name }: { task: Task; at: Date; name: string },
  payload: Work[Task],
) {
  await row(em)`
    select graphile_worker.add_job(${task}::text, ${JSON.stringify(payload)}::json, run_at => ${at}::timestamptz,
      job_key => ${name})`;
}

/** Moves what waits under a name to another moment; what does not wait, or is being done, is left alone. */
export async function moveJob(em: Em, { name, at }: { name: string; at: Date }) {
  await row(em)`
    select graphile_worker.reschedule_jobs(array[id], run_at => ${at}::timestamptz)
    from graphile_worker.jobs where key = ${name}`;
}

/** Brings the queue's own schema up to date; several processes may do so at once. */
export async function installQueue(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 3_000 });
  // Without a listener, a connection that the server drops while idle ends the process.
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
