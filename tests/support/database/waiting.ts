import { expect } from 'vitest';
import type { Connected } from '../../../app/db/raw.server.ts';
import { rows } from '../sql.ts';

/** Waits until at least so many transactions of this database wait for a lock. May be asked inside the transaction that has it. */
export async function untilLocked(em: Connected, count = 1): Promise<void> {
  // Not `pg_stat_activity`, which does not change inside a transaction.
  const waiting = async () =>
    (
      await rows(em)`
    select distinct pid from pg_locks where not granted and pid in (
      select pid from pg_locks join pg_database on oid = database where datname = current_database())`
    ).length;
  await expect.poll(waiting).toBeGreaterThanOrEqual(count);
}
