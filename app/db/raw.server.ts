import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { checkRows, type RowOf, type Shape } from './row-shape.ts';

export * from './row-shape.ts';
export { type RawBuilder, sql };

/** An entity manager, or what else has a connection. */
export interface Connected {
  getKysely(): QueryExecutorProvider;
}

type Tag<Answer> = (strings: TemplateStringsArray, ...values: unknown[]) => Promise<Answer>;

/** Reads rows by a hand-written statement: `` await rows(em, { id: int })`select id from …` ``. Only for what needs set
 *  logic, and only in files named `.sql.server.ts` (ADR-049). Values become parameters, and `sql` pieces become SQL. The
 *  statement joins `em`'s transaction. Tests compare its shape with what PostgreSQL answers. */
export function rows<const S extends Shape>(em: Connected, shape: S): Tag<RowOf<S>[]> {
  return async (strings, ...values) => {
    const { rows } = await sql<RowOf<S>>(strings, ...values).execute(em.getKysely());
    checkRows(shape, rows);
    return rows;
  };
}

/** The first row, or null. */
export function row<const S extends Shape>(em: Connected, shape: S): Tag<RowOf<S> | null> {
  const all = rows(em, shape);
  return async (strings, ...values) => (await all(strings, ...values))[0] ?? null;
}

/** Executes a statement that answers no rows. @returns how many rows it changed */
export function run(em: Connected): Tag<number> {
  return async (strings, ...values) => {
    const { numAffectedRows = 0n } = await sql(strings, ...values).execute(em.getKysely());
    return Number(numAffectedRows);
  };
}
