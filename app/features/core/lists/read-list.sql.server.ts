import type { RawBuilder } from 'kysely';
import type { Em } from '../../../db/orm.server.ts';
import { type Column, int, type RowOf, rows, type Shape, sql, text } from '../../../db/raw.server.ts';
import { type Cursor, cutPage, type PageOf, type PageRequest, readCursor, type SortValue } from './keyset.ts';

export type Sql = RawBuilder<unknown>;

/** How many rows are read in list order before the filters' own indexes are used (ADR-005). */
export const scanLimit = 3_000;

const types: Record<Order['kind'], Sql> = {
  moment: sql`timestamptz`,
  whole: sql`bigint`,
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
  indexConditions: Sql[];
  /** Alternatives that the index answers one by one, such as the states of own items. They are merged in list order. */
  ranges?: Sql[];
  /** All conditions on the listed row; `isIndexed` when they are no more than `indexConditions`. */
  conditions: Sql[];
  isIndexed: boolean;
  shape: S;
  columns: Sql;
  tables: Sql;
}

export interface RowsRequest {
  cursor: Cursor | null;
  direction: 'after' | 'before';
  limit: number;
}

/** A row with the value that its list is sorted by. */
export type ListRow<S extends ListShape> = RowOf<S> & { id: number; sortValue: string };

/** Reads the rows beyond a cursor. It first reads `scanLimit` rows in list order; if they do not fill the page, it
 *  finds the rest by the indexes of search and filters and sorts them. In one statement the planner would have to
 *  guess which is cheaper (ADR-005). */
export async function readList<S extends ListShape>(
  em: Em,
  list: List<S>,
  { cursor, direction, limit }: RowsRequest,
): Promise<ListRow<S>[]> {
  const { alias, order, conditions } = list;
  const { column, counters, kind } = order;
  const id = counters ? ref(counters.alias, counters.key) : ref(alias, 'id');
  const isDescending = !order.isAscending === (direction === 'after');
  const sortDirection = isDescending ? sql`desc` : sql`asc`;
  const afterRow = (from: Cursor) =>
    sql`(${column}, ${id}) ${isDescending ? sql`<` : sql`>`} (${from.value}::${types[kind]}, ${from.id}::bigint)`;
  const listed = sql`${sql.table(list.table)} ${sql.ref(alias)}`;
  const counterTable = counters && sql`${sql.table(counters.table)} ${sql.ref(counters.alias)}`;

  const sorted = sql`order by sort ${sortDirection}, row_id ${sortDirection}`;
  const within = (range: Sql[]) => sql`${counterTable ?? listed}
    where ${allOf([...list.indexConditions, ...range, ...(cursor ? [afterRow(cursor)] : [])])}`;
  // Ordered and limited each, the ranges are merged row by row. Otherwise PostgreSQL would read all and sort them.
  const stepsOf = (range: Sql[]) => sql`(select ${id} as row_id, ${column} as sort from ${within(range)}
    order by ${column} ${sortDirection}, ${id} ${sortDirection} limit ${scanLimit})`;
  const { ranges = [] } = list;
  const steps = sql`select * from (${
    ranges.length === 0
      ? stepsOf([])
      : sql.join(
          ranges.map((range) => stepsOf([range])),
          sql` union all `,
        )
  }) step ${sorted}`;
  const scanned =
    counterTable || ranges.length > 0
      ? sql`select item.*, step.sort, step.row_id from (${steps} limit ${scanLimit}) step
        cross join lateral (select * from ${sql.table(list.table)} where id = step.row_id offset 0) item`
      : sql`select ${sql.ref(alias)}.*, ${column} as sort, ${id} as row_id from ${within([])}
        order by ${column} ${sortDirection}, ${id} ${sortDirection} limit ${scanLimit}`;
  const shape = { ...list.shape, sortValue: text };
  const page = async (source: Sql, most: number) =>
    (await rows(em, shape)`
    with found as ${source}, page as materialized (
      select * from found ${sorted} limit ${most}
    )
    select ${list.columns}, page.sort::text as "sortValue"
    from page join (${list.tables}) on ${ref(alias, 'id')} = page.row_id
    order by page.sort ${sortDirection}, page.row_id ${sortDirection}`) as ListRow<S>[];

  const found = await page(
    sql`not materialized (
      select ${ref(alias, 'sort')}, ${ref(alias, 'row_id')} from (${scanned}) ${sql.ref(alias)}
      where ${allOf(conditions)})`,
    limit,
  );
  if (found.length === limit || list.isIndexed) return found;
  const [end] = await rows(em, { value: text, id: int })`
    select sort::text as value, row_id as id from (${steps} offset ${scanLimit - 1} limit 1) step`;
  if (!end) return found;
  const joined = counters
    ? sql`cross join lateral (select * from ${sql.table(counters.table)}
        where ${sql.ref(counters.key)} = ${ref(alias, 'id')} offset 0) ${sql.ref(counters.alias)}`
    : sql``;
  const rest = await page(
    sql`materialized (select ${column} as sort, ${id} as row_id from ${listed} ${joined}
      where ${allOf([...conditions, afterRow(end)])})`,
    limit - found.length,
  );
  return [...found, ...rest];
}

const ref = (alias: string, column: string) => sql.ref(`${alias}.${column}`);

export const allOf = (conditions: Sql[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** Whether a row's searchable name holds every word, in any order; `%` and `_` match themselves. */
export const nameContains = (alias: string, search: string): Sql =>
  allOf(
    search
      .split(/\s+/)
      .filter(Boolean)
      .map(
        (word) => sql`${ref(alias, 'name_search')} like
        '%' || regexp_replace(plain_text(${word}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`,
      ),
  );

export async function readListPage<S extends ListShape>(
  em: Em,
  list: List<S>,
  { size, ...request }: PageRequest,
): Promise<PageOf<ListRow<S>>> {
  const { kind } = list.order;
  const before = readCursor(request.before, kind);
  const cursor = before ?? readCursor(request.after, kind);
  const direction = before ? 'before' : 'after';
  const fetched = await readList(em, list, { cursor, direction, limit: size + 1 });
  return cutPage(fetched, {
    size,
    direction,
    isFirst: cursor === null,
    cursorOf: ({ id, sortValue }) => ({ value: sortValue, id }),
  });
}
