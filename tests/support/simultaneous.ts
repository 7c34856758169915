import type { Em } from '../../app/db/orm.server.ts';
import { row, rows } from './sql.ts';

export interface Outcome<Answer> {
  value?: Answer;
  error?: Error;
}

/** Runs something so many times, and the other named calls, all at once. The answers come in this order. */
export async function simultaneously<Answer>(
  times: number,
  press: (n: number) => Promise<Answer>,
  ...beside: (() => Promise<unknown>)[]
): Promise<Outcome<Answer>[]> {
  const pressed = Array.from({ length: times }, (_, n) => press(n));
  const all = await Promise.allSettled([...pressed, ...beside.map((act) => act())]);
  return all.map((one) =>
    one.status === 'fulfilled' ? { value: one.value as Answer } : { error: one.reason as Error },
  );
}

/** The tables of the product in which an act wrote rows, by the transaction that PostgreSQL keeps in each row. */
export async function writtenBy(em: Em, act: () => Promise<unknown>): Promise<string[]> {
  const before = await contents(em);
  await act();
  const after = await contents(em);
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}

async function contents(em: Em): Promise<Record<string, string>> {
  const tables = await rows<{ name: string }>(em)`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const all: Record<string, string> = {};
  for (const { name } of tables) {
    const asked = `select coalesce(md5(string_agg(xmin::text || ctid::text, ' ' order by ctid)), '') as sum from "${name}"`;
    const found = await row<{ sum: string }>(em)`
      select (xpath('/row/sum/text()', query_to_xml(${asked}, false, true, '')))[1]::text as sum`;
    all[name] = found?.sum ?? '';
  }
  return all;
}
