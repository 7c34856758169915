import { fragment } from '../../../db/sql.server.ts';
import { type Cursor, cutPage, type PageAsked, type PageOf, readCursor } from './keyset.ts';
import type { Sql } from './walk.server.ts';

export interface NewestFirst {
  beyond: Sql;
  way: Sql;
  /** One more than the page holds, to know whether another page follows. */
  limit: number;
  cut: <Row>(fetched: Row[], cursorOf: (row: Row) => Cursor) => PageOf<Row>;
}

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
