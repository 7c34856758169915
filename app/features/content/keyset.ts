/** Where a page of a list begins: the sort value and id of the card beside it. */
export interface Cursor {
  value: string;
  id: number;
}

export interface PageOf<Item> {
  items: Item[];
  /** Cursors for `?after=` (older) and `?before=` (newer); null when there is nothing that way. */
  after: string | null;
  before: string | null;
}

export const writeCursor = ({ value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url');

/** An unreadable cursor is no error: the list simply begins at its first page. */
export function readCursor(text: string | null | undefined): Cursor | null {
  if (!text || text.length > 200) return null;
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (typeof value !== 'string' || !Number.isInteger(id)) return null;
    // Only what a sort column can hold: a moment or a number; anything else would fail in the database.
    if (
      !/^(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d(:?\d\d)?)|\d{1,9}(\.\d{1,2})?)$/.test(
        value,
      )
    )
      return null;
    return { value, id: id as number };
  } catch {
    return null;
  }
}

/**
 * Cuts a page out of rows fetched one past its size. Rows fetched backwards (for `before`) are turned round.
 */
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
