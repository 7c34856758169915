import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentProviderDown } from '../payment-errors.ts';
import type { SandboxDatabase } from './database.server.ts';

/** Failures for tests and demonstrations. They are in the database, so every process sees them. */
type InjectedFault =
  | 'decline'
  | 'delay'
  | 'down'
  | 'fail'
  | 'fail_stored'
  | 'drop_answer'
  | 'duplicate_events'
  | 'reorder_events'
  | 'lose_events';

/** Sets a fault for the next `times` occasions; 0 removes it. `value` is milliseconds for `delay`. */
export async function order(
  db: SandboxDatabase,
  name: InjectedFault,
  times: number,
  value = 0,
): Promise<void> {
  await db.execute(
    `insert into sandbox.fault (name, remaining, value) values ($1, $2, $3)
     on conflict (name) do update set remaining = excluded.remaining, value = excluded.value`,
    [name, times, value],
  );
}

/** Uses one occasion. Returns the fault's value, or null if none is set. */
export async function consumeFault(db: SandboxDatabase, name: InjectedFault): Promise<number | null> {
  const rows = await db.execute(
    `update sandbox.fault set remaining = remaining - 1 where name = $1 and remaining > 0 returning value`,
    [name],
  );
  return rows[0] ? Number(rows[0].value) : null;
}

/** Applies the faults that come before a call does anything. @throws PaymentProviderDown */
export async function injectFaults(db: SandboxDatabase): Promise<void> {
  const rows = await db.execute(
    `select name from sandbox.fault where remaining > 0 and name in ('down', 'delay', 'fail')`,
  );
  const ordered = rows.map(({ name }) => String(name));
  if (ordered.includes('delay')) await sleep((await consumeFault(db, 'delay')) ?? 0);
  if (ordered.includes('down')) throw new PaymentProviderDown('unreachable', 'The sandbox is switched off');
  if (ordered.includes('fail') && (await consumeFault(db, 'fail')) !== null) {
    throw new PaymentProviderDown('failed', 'The sandbox failed, as ordered');
  }
}
