import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentProviderDown } from '../payment-errors.ts';
import type { SandboxDatabase } from './database.server.ts';

/** Bad luck that tests and demonstrations order. It lives in the database, so every process meets it. */
type Mishap =
  | 'decline'
  | 'delay'
  | 'down'
  | 'fail'
  | 'fail_stored'
  | 'drop_answer'
  | 'duplicate_events'
  | 'reorder_events'
  | 'lose_events';

/** Orders a mishap for the next `times` occasions; 0 calls it off. `value` is milliseconds for `delay`. */
export async function order(db: SandboxDatabase, name: Mishap, times: number, value = 0): Promise<void> {
  await db.execute(
    `insert into sandbox.mishap (name, remaining, value) values ($1, $2, $3)
     on conflict (name) do update set remaining = excluded.remaining, value = excluded.value`,
    [name, times, value],
  );
}

/** Uses one occasion up; the mishap's value, or null when none is ordered. */
export async function strike(db: SandboxDatabase, name: Mishap): Promise<number | null> {
  const rows = await db.execute(
    `update sandbox.mishap set remaining = remaining - 1 where name = $1 and remaining > 0 returning value`,
    [name],
  );
  return rows[0] ? Number(rows[0].value) : null;
}

/** The weather a call meets before it does anything.
 *  @throws PaymentProviderDown */
export async function weather(db: SandboxDatabase): Promise<void> {
  const rows = await db.execute(
    `select name from sandbox.mishap where remaining > 0 and name in ('down', 'delay', 'fail')`,
  );
  const ordered = rows.map(({ name }) => String(name));
  if (ordered.includes('delay')) await sleep((await strike(db, 'delay')) ?? 0);
  if (ordered.includes('down')) throw new PaymentProviderDown('unreachable', 'The sandbox is switched off');
  if (ordered.includes('fail') && (await strike(db, 'fail')) !== null) {
    throw new PaymentProviderDown('failed', 'The sandbox failed, as ordered');
  }
}
