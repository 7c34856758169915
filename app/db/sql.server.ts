import { sql as fragment, type RawBuilder } from 'kysely';
import type { Em } from './orm.server.ts';

export { fragment };

/**
 * Reads plain rows: `await rows<Card>(em)\`select … where id = ${id}\``. Values become parameters,
 * `fragment\`…\`` pieces are woven in, and the statement joins the transaction of `em`, if there is one.
 * Dates come as text in ISO shape, bigint as text.
 */
export function rows<Row>(em: Em) {
  return async (strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
    const query: RawBuilder<Row> = fragment<Row>(strings, ...values);
    return (await query.execute(em.getKysely())).rows;
  };
}

/** The first row, or null. */
export function row<Row>(em: Em) {
  const all = rows<Row>(em);
  return async (strings: TemplateStringsArray, ...values: unknown[]): Promise<Row | null> =>
    (await all(strings, ...values))[0] ?? null;
}

/** The unique constraint that a write ran into, because another was there first; null for any other error. */
export function brokenUnique(error: unknown): string | null {
  const { code, constraint = '' } = Object(error) as { code?: string; constraint?: string };
  return code === '23505' ? constraint : null;
}
