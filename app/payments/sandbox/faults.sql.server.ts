import { setTimeout as sleep } from 'node:timers/promises';
import { int, oneOf, row, rows, run } from '../../db/raw.server.ts';
import type { SandboxDatabase } from './database.server.ts';

/** Failures for tests and demonstrations. They are in the database, so every process sees them. */
const injectedFaults = [
  'decline',
  'delay',
  'down',
  'fail',
  'fail_stored',
  'drop_answer',
  'silence',
  'duplicate_events',
  'reorder_events',
  'lose_events',
] as const;
type InjectedFault = (typeof injectedFaults)[number];

/** The connection was lost: the caller gets no answer. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** Sets a fault for the next `times` occasions; 0 removes it. `value` is milliseconds for `delay`. */
export async function order(
  db: SandboxDatabase,
  name: InjectedFault,
  times: number,
  value = 0,
): Promise<void> {
  await run(db)`
    insert into sandbox.fault (name, remaining, value) values (${name}, ${times}, ${value})
    on conflict (name) do update set remaining = excluded.remaining, value = excluded.value`;
}

/** Uses one occasion. Returns the fault's value, or null if none is set. */
export async function consumeFault(db: SandboxDatabase, name: InjectedFault): Promise<number | null> {
  const used = await row(db, { value: int })`
    update sandbox.fault set remaining = remaining - 1 where name = ${name} and remaining > 0 returning value`;
  return used?.value ?? null;
}

/** Uses several occasions at once. */
export async function consumeFaults(db: SandboxDatabase, name: InjectedFault, times: number): Promise<void> {
  await run(db)`update sandbox.fault set remaining = greatest(remaining - ${times}, 0) where name = ${name}`;
}

/** How many occasions are left. */
export async function remaining(db: SandboxDatabase, name: InjectedFault): Promise<number> {
  const fault = await row(db, { remaining: int })`select remaining from sandbox.fault where name = ${name}`;
  return fault?.remaining ?? 0;
}

/** Applies the faults that come before a call does anything.
 *  @returns whether the call fails
 *  @throws ConnectionLost */
export async function injectFaults(db: SandboxDatabase): Promise<boolean> {
  const found = await rows(db, { name: oneOf(injectedFaults) })`
    select name from sandbox.fault where remaining > 0 and name in ('down', 'delay', 'silence', 'fail')`;
  const ordered = found.map(({ name }) => name);
  if (ordered.includes('delay')) await sleep((await consumeFault(db, 'delay')) ?? 0);
  if (ordered.includes('down')) throw new ConnectionLost('The sandbox is switched off');
  if (ordered.includes('silence') && (await consumeFault(db, 'silence')) !== null)
    await new Promise(() => {});
  return ordered.includes('fail') && (await consumeFault(db, 'fail')) !== null;
}
