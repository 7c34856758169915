/** Where a page of a list begins: sort value and id of the neighbouring row. */
export interface Cursor {
  value: string;
  id: number;
}

export interface PageRequest {
  size: number;
  after?: string | null;
  before?: string | null;
}

export interface PageOf<Item> {
  items: Item[];
  /** Cursors for `?after=` (older) and `?before=` (newer). */
  after: string | null;
  before: string | null;
}

export const writeCursor = ({ value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url');

/** Checks a cursor's value, so that a cursor of another sort cannot break the statement. */
const readers = {
  moment: (text: string) => {
    // PostgreSQL writes `+00`, which JavaScript cannot read; sort columns keep milliseconds.
    const date = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
    const year = date.getUTCFullYear();
    return /^\d{4}-/.test(text) && year > 0 && year < 10_000 ? date.toISOString() : null;
  },
  whole: (text: string) => (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? text : null),
  decimal: (text: string) => (/^\d{1,9}(\.\d{1,2})?$/.test(text) ? text : null),
  match: (text: string): string | null => {
    const [, rank, moment = ''] = /^([0-3]) (.*)$/.exec(text) ?? [];
    const read = readers.moment(moment);
    return rank && read ? `${rank} ${read}` : null;
  },
};
export type SortValue = keyof typeof readers;

/** Reads a cursor; an unreadable one gives null, and the list begins at its first page. */
export function readCursor(text: string | null | undefined, kind: SortValue = 'moment'): Cursor | null {
  if (!text || text.length > 200) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const [value, id] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
    if (typeof value !== 'string' || typeof id !== 'number') return null;
    const read = Number.isSafeInteger(id) ? readers[kind](value) : null;
    return read === null ? null : { value: read, id };
  } catch {
    return null;
  }
}

/** Cuts a page out of rows fetched one past its size; rows fetched backwards are put in order. */
export function cutPage<Row>(
  fetched: Row[],
  {
    size,
    direction,
    isFirst,
    cursorOf,
  }: {
    size: number;
    direction: 'after' | 'before';
    isFirst: boolean;
    cursorOf: (row: Row) => Cursor;
  },
): PageOf<Row> {
  const hasMore = fetched.length > size;
  const items = fetched.slice(0, size);
  if (direction === 'before') items.reverse();
  const first = items[0];
  const last = items.at(-1);
  const hasOlder = direction === 'after' ? hasMore : true;
  const hasNewer = direction === 'after' ? !isFirst : hasMore;
  return {
    items,
    after: last && hasOlder ? writeCursor(cursorOf(last)) : null,
    before: first && hasNewer ? writeCursor(cursorOf(first)) : null,
  };
}

export interface ForwardRequest {
  size: number;
  after: string | null;
}

export const cutForwardPage = <Row>(
  fetched: Row[],
  size: number,
  cursorOf: (row: Row) => Cursor,
): PageOf<Row> => cutPage(fetched, { size, direction: 'after', isFirst: true, cursorOf });

export function forwardLinks(url: URL, { after }: { after: string | null }) {
  const query = new URLSearchParams(url.search);
  query.delete('after');
  const start = query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
  return {
    further: pageLinks(url, { after, before: null }).older,
    start: url.searchParams.has('after') ? start : null,
  };
}

export function pageLinks(url: URL, { after, before }: { after: string | null; before: string | null }) {
  const link = (name: 'after' | 'before', cursor: string | null) => {
    if (!cursor) return null;
    const query = new URLSearchParams(url.search);
    query.delete('after');
    query.delete('before');
    query.set(name, cursor);
    return `${url.pathname}?${query}`;
  };
  return { older: link('after', after), newer: link('before', before) };
}
