import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from '../../../db/kysely.server.ts';
import { type Cursor, cutPage, type PageOf, type PageRequest, readCursor } from './keyset.ts';
import type { Sql } from './read-list.sql.server.ts';

export interface NewestFirst {
  afterCursor: RawBuilder<SqlBool>;
  direction: 'asc' | 'desc';
  sqlDirection: Sql;
  /** One more than the page holds, to know whether another page follows. */
  limit: number;
  cut: <Row>(fetched: Row[], cursorOf: (row: Row) => Cursor) => PageOf<Row>;
}

/** What a statement needs of it. */
export type ListSlice = Omit<NewestFirst, 'cut'>;

export function newestFirst({ size, ...request }: PageRequest, by: { at: Sql; id: Sql }): NewestFirst {
  const before = readCursor(request.before);
  const cursor = before ?? readCursor(request.after);
  const direction = before ? 'asc' : 'desc';
  const [sign, sqlDirection] = before ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  return {
    afterCursor: cursor
      ? sql<SqlBool>`(${by.at}, ${by.id}) ${sign} (${cursor.value}::timestamptz, ${cursor.id}::bigint)`
      : sql<SqlBool>`true`,
    direction,
    sqlDirection,
    limit: size + 1,
    cut: (fetched, cursorOf) =>
      cutPage(fetched, { size, direction: before ? 'before' : 'after', isFirst: cursor === null, cursorOf }),
  };
}
