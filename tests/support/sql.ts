import { type RawBuilder, sql } from 'kysely';
import type { Connected } from '../../app/db/raw.server.ts';

export { sql };

/** Reads rows for a test, without the checks of the product's statements: ``rows<{ id: number }>(em)`select …` ``. */
export function rows<Row>(em: Connected) {
  return async (strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
    const query: RawBuilder<Row> = sql<Row>(strings, ...values);
    return (await query.execute(em.getKysely())).rows;
  };
}

export function row<Row>(em: Connected) {
  const all = rows<Row>(em);
  return async (strings: TemplateStringsArray, ...values: unknown[]): Promise<Row | null> =>
    (await all(strings, ...values))[0] ?? null;
}
