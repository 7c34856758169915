import { fragment } from '../../db/sql.server.ts';
import { type Cursor, cutPage, type PageAsked, type PageOf, readCursor } from './keyset.ts';
import type { Sql } from './walk.server.ts';

/** What a statement that reads one page of a list needs, and how its rows are cut to that page. */
export interface NewestFirst {
  /** The rows beyond the cursor, as a condition. */
  beyond: Sql;
  /** `desc`, or `asc` for a page that is read backwards. */
  way: Sql;
  /** One more than the page holds: it tells whether there is another. */
  limit: number;
  cut: <Row>(fetched: Row[], cursorOf: (row: Row) => Cursor) => PageOf<Row>;
}

/** @param by the moment by which the rows are sorted, and the id that tells those of one moment apart */
export function newestFirst({ size, ...asked }: PageAsked, by: { at: Sql; id: Sql }): NewestFirst {
  const before = readCursor(asked.before);
  const cursor = before ?? readCursor(asked.after);
  const [sign, way] = before ? [fragment`>`, fragment`asc`] : [fragment`<`, fragment`desc`];
  return {
    beyond: cursor
      ? fragment`(${by.at}, ${by.id}) ${sign} (${cursor.value}::timestamptz, ${cursor.id}::int)`
      : fragment`true`,
    way,
    limit: size + 1,
    cut: (fetched, cursorOf) =>
      cutPage(fetched, { size, direction: before ? 'before' : 'after', isFirst: cursor === null, cursorOf }),
  };
}
