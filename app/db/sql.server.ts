import { sql as fragment, type RawBuilder } from 'kysely';
import type { Em } from './orm.server.ts';

export { fragment };

/** Reads plain rows: `await rows<Card>(em)\`select … where id = ${id}\``. Values become parameters, and
 *  `fragment\`…\`` pieces become SQL. The statement joins `em`'s transaction; outside of one it is repeated after a
 *  deadlock. Dates come as ISO text, bigint as text. */
export function rows<Row>(em: Em) {
  return async (strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
    const query: RawBuilder<Row> = fragment<Row>(strings, ...values);
    return (await query.execute(em.getKysely())).rows;
  };
}

export function row<Row>(em: Em) {
  const all = rows<Row>(em);
  return async (strings: TemplateStringsArray, ...values: unknown[]): Promise<Row | null> =>
    (await all(strings, ...values))[0] ?? null;
}
