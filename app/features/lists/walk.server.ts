import type { RawBuilder } from 'kysely';
import type { Em } from '../../db/orm.server.ts';
import { fragment, rows } from '../../db/sql.server.ts';
import { type Cursor, cutPage, type PageAsked, type PageOf, readCursor, type SortValue } from './keyset.ts';

export type Sql = RawBuilder<unknown>;

/** How far a list is walked in its order before its filters' own indexes are asked. */
export const stride = 3_000;

const types: Record<Order['kind'], Sql> = {
  moment: fragment`timestamptz`,
  whole: fragment`int`,
  decimal: fragment`numeric`,
};

/** A table beside the listed one, with its columns by the alias; `key` is the listed row's id. */
export interface Beside {
  table: string;
  alias: string;
  key: string;
}

/** How a sort walks: its column, and what its cursor keeps of it. */
export interface Order {
  column: Sql;
  kind: Exclude<SortValue, 'match'>;
  isAscending?: boolean;
  /** The table of counters that the column is in; the walk then begins there. */
  counters?: Beside;
}

/** A list as its walk needs it: pieces of SQL call the listed row by `alias`. */
export interface List {
  table: 'content' | 'users';
  alias: 'c' | 'u';
  order: Order;
  /** What the index of the walk answers itself, in terms of the table in which it begins. */
  path: Sql[];
  /** All that is wanted of the listed row; when it says no more than `path`, `isPlain` saves asking twice. */
  wanted: Sql[];
  isPlain: boolean;
  /** What is read of the rows of the page, and from which tables, the listed one by its alias included. */
  columns: Sql;
  tables: Sql;
}

export interface Step {
  cursor: Cursor | null;
  direction: 'after' | 'before';
  limit: number;
}

/**
 * The rows of a list beyond a cursor. It is walked in its order for a stride; only when that did not fill the
 * page, the rest is found by the indexes of search and filters and then sorted. One statement alone would
 * make the planner guess which of the two is cheaper, and a filter that nothing matches then reads it all.
 */
export async function walk<Row>(em: Em, list: List, { cursor, direction, limit }: Step) {
  const { alias, order, wanted } = list;
  const { column, counters, kind } = order;
  const id = counters ? ref(counters.alias, counters.key) : ref(alias, 'id');
  const goesDown = !order.isAscending === (direction === 'after');
  const way = goesDown ? fragment`desc` : fragment`asc`;
  const beyond = (from: Cursor) =>
    fragment`(${column}, ${id}) ${goesDown ? fragment`<` : fragment`>`} (${from.value}::${types[kind]}, ${from.id}::int)`;
  const listed = fragment`${fragment.table(list.table)} ${fragment.ref(alias)}`;
  const beside = counters && fragment`${fragment.table(counters.table)} ${fragment.ref(counters.alias)}`;

  const path = fragment`${beside ?? listed}
    where ${all([...list.path, ...(cursor ? [beyond(cursor)] : [])])} order by ${column} ${way}, ${id} ${way}`;
  const steps = beside
    ? fragment`select item.*, step.sort, step.place
        from (select ${id} as place, ${column} as sort from ${path} limit ${stride}) step
        cross join lateral (select * from ${fragment.table(list.table)} where id = step.place offset 0) item`
    : fragment`select ${fragment.ref(alias)}.*, ${column} as sort, ${id} as place from ${path} limit ${stride}`;
  const page = (source: Sql, most: number) => rows<Row & { sortValue: string }>(em)`
    with found as ${source}, page as materialized (
      select * from found order by sort ${way}, place ${way} limit ${most}
    )
    select ${list.columns}, page.sort::text as "sortValue"
    from page join (${list.tables}) on ${ref(alias, 'id')} = page.place
    order by page.sort ${way}, page.place ${way}`;

  const walked = await page(
    fragment`not materialized (
      select ${ref(alias, 'sort')}, ${ref(alias, 'place')} from (${steps}) ${fragment.ref(alias)} where ${all(wanted)})`,
    limit,
  );
  if (walked.length === limit || list.isPlain) return walked;
  const [end] = await rows<Cursor>(em)`
    select ${column}::text as value, ${id} as id from ${path} offset ${stride - 1} limit 1`;
  if (!end) return walked;
  const joined = counters
    ? fragment`cross join lateral (select * from ${fragment.table(counters.table)}
        where ${fragment.ref(counters.key)} = ${ref(alias, 'id')} offset 0) ${fragment.ref(counters.alias)}`
    : fragment``;
  const rest = await page(
    fragment`materialized (select ${column} as sort, ${id} as place from ${listed} ${joined}
      where ${all([...wanted, beyond(end)])})`,
    limit - walked.length,
  );
  return [...walked, ...rest];
}

const ref = (alias: string, column: string) => fragment.ref(`${alias}.${column}`);

/** All of the conditions; none is no condition. */
export const all = (conditions: Sql[]) =>
  conditions.length === 0 ? fragment`true` : fragment.join(conditions, fragment` and `);

/** Whether the searchable name of a row holds each word, in any order; what means something to `like` means itself. */
export const nameHolds = (alias: string, search: string): Sql =>
  all(
    search
      .split(/\s+/)
      .filter(Boolean)
      .map(
        (word) => fragment`${ref(alias, 'name_search')} like
        '%' || regexp_replace(plain_text(${word}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`,
      ),
  );

/** The page of a list that its cursors ask for. */
export async function walkPage<Row extends { id: number }>(
  em: Em,
  list: List,
  { size, ...asked }: PageAsked,
): Promise<PageOf<Row & { sortValue: string }>> {
  const { kind } = list.order;
  const before = readCursor(asked.before, kind);
  const cursor = before ?? readCursor(asked.after, kind);
  const direction = before ? 'before' : 'after';
  const fetched = await walk<Row>(em, list, { cursor, direction, limit: size + 1 });
  return cutPage(fetched, {
    size,
    direction,
    isFirst: cursor === null,
    cursorOf: ({ id, sortValue }) => ({ value: sortValue, id }),
  });
}
