import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from '../../../db/kysely.server.ts';
import { type Cursor, cutPage, type PageAsked, type PageOf, readCursor } from './keyset.ts';
import type { Sql } from './walk.sql.server.ts';

export interface NewestFirst {
  beyond: RawBuilder<SqlBool>;
  direction: 'asc' | 'desc';
  way: Sql;
  /** One more than the page holds, to know whether another page follows. */
  limit: number;
  cut: <Row>(fetched: Row[], cursorOf: (row: Row) => Cursor) => PageOf<Row>;
}

/** What a statement needs of it. */
export type PlaceInList = Omit<NewestFirst, 'cut'>;

export function newestFirst({ size, ...asked }: PageAsked, by: { at: Sql; id: Sql }): NewestFirst {
  const before = readCursor(asked.before);
  const cursor = before ?? readCursor(asked.after);
  const direction = before ? 'asc' : 'desc';
  const [sign, way] = before ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  return {
    beyond: cursor
      ? sql<SqlBool>`(${by.at}, ${by.id}) ${sign} (${cursor.value}::timestamptz, ${cursor.id}::int)`
      : sql<SqlBool>`true`,
    direction,
    way,
    limit: size + 1,
    cut: (fetched, cursorOf) =>
      cutPage(fetched, { size, direction: before ? 'before' : 'after', isFirst: cursor === null, cursorOf }),
  };
}
