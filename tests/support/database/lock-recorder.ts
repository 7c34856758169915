import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { askAndHear } from './hear-answer.ts';

type Query = (this: pg.Client, ...given: unknown[]) => unknown;

/** `transactions`: every transaction of this process, as the tables whose rows it locked or wrote, in the order of
 *  the first time. `deadlocks`: the statements that PostgreSQL ended by one, also when the transaction was done
 *  again. */
export function recordLocks() {
  const transactions: string[][] = [];
  const deadlocks: string[] = [];
  const open = new WeakMap<pg.Client, string[]>();
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  beforeAll(() => {
    prototype.query = function (...given) {
      const asked = given[0] as string | { text?: string };
      const text = (typeof asked === 'string' ? asked : (asked?.text ?? '')).toLowerCase();
      note(this, text);
      return askAndHear(query as never, this, given, (error) => {
        if (Object(error).code === '40P01') deadlocks.push(text);
      });
    };
  });
  afterAll(() => {
    prototype.query = query;
  });

  function note(client: pg.Client, text: string) {
    if (/^\s*(begin|start transaction)/.test(text)) open.set(client, []);
    const locked = open.get(client);
    if (!locked) return;
    for (const table of lockedBy(text)) if (!locked.includes(table)) locked.push(table);
    if (!/^\s*(commit|rollback\s*$)/.test(text)) return;
    transactions.push(locked);
    open.delete(client);
  }

  return { transactions, deadlocks };
}

/** The tables whose rows a statement locks or writes, as it names them. */
export function lockedBy(statement: string): string[] {
  // Kysely quotes all names.
  const text = statement.replaceAll('"', '');
  const found: { at: number; table: string }[] = [];
  const written = /(?<!for )(?<!key )(?<!do )\b(?:insert into|update|delete from)\s+([a-z_.]+)/g;
  for (const { index, 1: table = '' } of text.matchAll(written)) found.push({ at: index, table });
  for (const { index, 1: alias } of text.matchAll(
    /\bfor (?:no key update|update|key share|share)\b(?: of ([a-z]+))?/g,
  )) {
    const before = text.slice(0, index);
    const table = alias
      ? new RegExp(`\\b(?:from|join) ([a-z_]+)(?: as)? ${alias}\\b`).exec(before)?.[1]
      : lastTable(before);
    if (table) found.push({ at: index, table });
  }
  return found.sort((a, b) => a.at - b.at).map(({ table }) => table);
}

/** The table of the select that ends here: the last `from` that is not inside closed brackets. */
function lastTable(text: string): string | undefined {
  let flat = text;
  for (let before = ''; before !== flat; ) {
    before = flat;
    flat = flat.replace(/\([^()]*\)/g, ' ');
  }
  return [...flat.matchAll(/\bfrom ([a-z_]+)/g)].at(-1)?.[1];
}
