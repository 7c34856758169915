import { int, row, run, text } from '../../db/raw.server.ts';
import { ApiError } from './api-error.server.ts';
import type { SandboxDatabase } from './database.server.ts';
import { daySeconds } from './periods.server.ts';

export interface Answer {
  status: number;
  body: string;
  isReplayed?: boolean;
}

/** The answer that a key has already had, success or failure, for a day
 *  (https://docs.stripe.com/api/idempotent_requests).
 *  @throws ApiError when the key was used with other parameters
 *    (https://docs.stripe.com/error-low-level#idempotency) */
export async function keptAnswer(
  db: SandboxDatabase,
  { key, request, now }: { key: string; request: string; now: number },
): Promise<Answer | null> {
  const kept = await row(db, { request: text, status: int, body: text })`
    select request, status, body from sandbox.answer where key = ${key} and created_at > ${now - daySeconds}`;
  if (!kept) return null;
  if (kept.request === request) return { status: kept.status, body: kept.body, isReplayed: true };
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. (${key})`;
  throw new ApiError(400, message, { type: 'idempotency_error' });
}

export async function keepAnswer(
  db: SandboxDatabase,
  { key, request, now }: { key: string; request: string; now: number },
  { status, body }: Answer,
): Promise<void> {
  await run(db)`
    insert into sandbox.answer (key, request, status, body, created_at)
    values (${key}, ${request}, ${status}, ${body}, ${now})
    on conflict (key) do update set request = excluded.request, status = excluded.status, body = excluded.body,
      created_at = excluded.created_at`;
}

/** Forgets the keys that are a day old. */
export async function forgetKeys(db: SandboxDatabase, now: number): Promise<void> {
  await run(db)`delete from sandbox.answer where created_at <= ${now - daySeconds}`;
}
