import { bigint, db } from '../../../db/kysely.server.ts';
import { NotFound } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import { type Card, visibleCards } from '../../library/catalog/cards.server.ts';
import type { ShownList } from './access.server.ts';
import { listLimits } from './list-terms.ts';

/** An entry with its item, as this viewer may see it. */
export interface EntryView {
  id: number;
  position: number;
  sectionId: number | null;
  note: string | null;
  /** Null when the viewer may not see the item, or it was deleted. */
  card: Card | null;
  /** Of an item without a card only the owner of the list learns the title; they saw it when they put it there. */
  title: string | null;
}

const entriesOf = ({ em }: Pick<Scope, 'em'>, listId: number) =>
  db(em)
    .selectFrom('list_entries')
    .select([
      'id',
      'position',
      'section_id as sectionId',
      'note',
      'content_id as contentId',
      'title_then as titleThen',
    ])
    .where('list_id', '=', listId)
    .orderBy('position');

type Row = Awaited<ReturnType<ReturnType<typeof entriesOf>['execute']>>[number];

async function withCards(scope: Scope, list: ShownList, rows: Row[]): Promise<EntryView[]> {
  const ids = rows.flatMap(({ contentId }) => contentId ?? []);
  const cards = await visibleCards(scope, ids);
  return rows.map(({ contentId, titleThen, ...entry }) => {
    const card = (contentId !== null && cards.get(contentId)) || null;
    return { ...entry, card, title: card?.title ?? (list.isOwn ? titleThen : null) };
  });
}

/** A page of the entries of a list that the viewer may read.
 *  @param after the place of the last entry on the page before, 0 for the first page
 *  @returns `after` of the next page, or null */
export async function listEntries(
  scope: Scope,
  list: ShownList,
  { after, size }: { after: number; size: number },
): Promise<{ entries: EntryView[]; after: number | null }> {
  const found = await entriesOf(scope, list.id)
    .where('position', '>', after)
    .limit(size + 1)
    .execute();
  const shown = found.slice(0, size);
  return {
    entries: await withCards(scope, list, shown),
    after: found.length > size ? (shown.at(-1)?.position ?? null) : null,
  };
}

/** The items whose lock the page of a list explains: all of a course, and of a list those on the page. */
export async function cardsToUnlock(
  scope: Scope,
  list: ShownList,
  page: readonly EntryView[],
): Promise<Card[]> {
  const { entries } =
    list.kind === 'course'
      ? await listEntries(scope, list, { after: 0, size: listLimits.entries })
      : { entries: page };
  return entries.flatMap(({ card }) => card ?? []);
}

/** The entry at a place. @throws NotFound beyond the end */
export async function entryAt(scope: Scope, list: ShownList, position: number): Promise<EntryView> {
  const { entries } = await listEntries(scope, list, { after: position - 1, size: 1 });
  const [entry] = entries;
  if (!entry || position < 1) throw new NotFound();
  return entry;
}

/** One entry of a list. @throws NotFound when it is not on it */
export async function findEntry(scope: Scope, list: ShownList, id: number): Promise<EntryView> {
  const found = await entriesOf(scope, list.id).where('id', '=', bigint(id)).execute();
  const [entry] = await withCards(scope, list, found);
  if (!entry) throw new NotFound();
  return entry;
}

/** A place in a cursor or an address; anything else is the start. */
export const placeIn = (text: string | null): number =>
  /^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 0;
