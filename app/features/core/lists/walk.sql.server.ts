import type { RawBuilder } from 'kysely';
import type { Em } from '../../../db/orm.server.ts';
import { type Column, int, type RowOf, rows, type Shape, sql, text } from '../../../db/raw.server.ts';
import { type Cursor, cutPage, type PageAsked, type PageOf, readCursor, type SortValue } from './keyset.ts';

export type Sql = RawBuilder<unknown>;

/** How many rows are read in list order before the filters' own indexes are used (ADR-005). */
export const scanLimit = 3_000;

const types: Record<Order['kind'], Sql> = {
  moment: sql`timestamptz`,
  whole: sql`int`,
  decimal: sql`numeric`,
};

/** A joined table with its columns by alias; `key` is the listed row's id. */
export interface JoinedTable {
  table: string;
  alias: string;
  key: string;
}

export interface Order {
  column: Sql;
  kind: Exclude<SortValue, 'match'>;
  isAscending?: boolean;
  /** The table of counters that holds the sort column; the read begins there. */
  counters?: JoinedTable;
}

type ListShape = Shape & { id: Column<number> };

export interface List<S extends ListShape> {
  table: 'content' | 'users';
  alias: 'c' | 'u';
  order: Order;
  /** Conditions that the index of the sort order answers, on the table where the read begins. */
  path: Sql[];
  /** All conditions on the listed row; `isPlain` when they add nothing to `path`. */
  wanted: Sql[];
  isPlain: boolean;
  shape: S;
  columns: Sql;
  tables: Sql;
}

export interface Step {
  cursor: Cursor | null;
  direction: 'after' | 'before';
  limit: number;
}

/** A row with the value that its list is sorted by. */
export type Walked<S extends ListShape> = RowOf<S> & { id: number; sortValue: string };

/** Reads the rows beyond a cursor. It first reads `scanLimit` rows in list order; if they do not fill the page, it
 *  finds the rest by the indexes of search and filters and sorts them. In one statement the planner would have to
 *  guess which is cheaper (ADR-005). */
export async function walk<S extends ListShape>(
  em: Em,
  list: List<S>,
  { cursor, direction, limit }: Step,
): Promise<Walked<S>[]> {
  const { alias, order, wanted } = list;
  const { column, counters, kind } = order;
  const id = counters ? ref(counters.alias, counters.key) : ref(alias, 'id');
  const goesDown = !order.isAscending === (direction === 'after');
  const way = goesDown ? sql`desc` : sql`asc`;
  const beyond = (from: Cursor) =>
    sql`(${column}, ${id}) ${goesDown ? sql`<` : sql`>`} (${from.value}::${types[kind]}, ${from.id}::int)`;
  const listed = sql`${sql.table(list.table)} ${sql.ref(alias)}`;
  const beside = counters && sql`${sql.table(counters.table)} ${sql.ref(counters.alias)}`;

  const path = sql`${beside ?? listed}
    where ${all([...list.path, ...(cursor ? [beyond(cursor)] : [])])} order by ${column} ${way}, ${id} ${way}`;
  const steps = beside
    ? sql`select item.*, step.sort, step.place
        from (select ${id} as place, ${column} as sort from ${path} limit ${scanLimit}) step
        cross join lateral (select * from ${sql.table(list.table)} where id = step.place offset 0) item`
    : sql`select ${sql.ref(alias)}.*, ${column} as sort, ${id} as place from ${path} limit ${scanLimit}`;
  const shape = { ...list.shape, sortValue: text };
  const page = async (source: Sql, most: number) =>
    (await rows(em, shape)`
    with found as ${source}, page as materialized (
      select * from found order by sort ${way}, place ${way} limit ${most}
    )
    select ${list.columns}, page.sort::text as "sortValue"
    from page join (${list.tables}) on ${ref(alias, 'id')} = page.place
    order by page.sort ${way}, page.place ${way}`) as Walked<S>[];

  const walked = await page(
    sql`not materialized (
      select ${ref(alias, 'sort')}, ${ref(alias, 'place')} from (${steps}) ${sql.ref(alias)} where ${all(wanted)})`,
    limit,
  );
  if (walked.length === limit || list.isPlain) return walked;
  const [end] = await rows(em, { value: text, id: int })`
    select ${column}::text as value, ${id} as id from ${path} offset ${scanLimit - 1} limit 1`;
  if (!end) return walked;
  const joined = counters
    ? sql`cross join lateral (select * from ${sql.table(counters.table)}
        where ${sql.ref(counters.key)} = ${ref(alias, 'id')} offset 0) ${sql.ref(counters.alias)}`
    : sql``;
  const rest = await page(
    sql`materialized (select ${column} as sort, ${id} as place from ${listed} ${joined}
      where ${all([...wanted, beyond(end)])})`,
    limit - walked.length,
  );
  return [...walked, ...rest];
}

const ref = (alias: string, column: string) => sql.ref(`${alias}.${column}`);

export const all = (conditions: Sql[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** Whether a row's searchable name holds every word, in any order; `%` and `_` match themselves. */
export const nameHolds = (alias: string, search: string): Sql =>
  all(
    search
      .split(/\s+/)
      .filter(Boolean)
      .map(
        (word) => sql`${ref(alias, 'name_search')} like
        '%' || regexp_replace(plain_text(${word}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`,
      ),
  );

export async function walkPage<S extends ListShape>(
  em: Em,
  list: List<S>,
  { size, ...asked }: PageAsked,
): Promise<PageOf<Walked<S>>> {
  const { kind } = list.order;
  const before = readCursor(asked.before, kind);
  const cursor = before ?? readCursor(asked.after, kind);
  const direction = before ? 'before' : 'after';
  const fetched = await walk(em, list, { cursor, direction, limit: size + 1 });
  return cutPage(fetched, {
    size,
    direction,
    isFirst: cursor === null,
    cursorOf: ({ id, sortValue }) => ({ value: sortValue, id }),
  });
}
