import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotFound } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutForwardPage, type ForwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { visibleCards } from '../../library/catalog/cards.server.ts';
import { findItem } from '../../library/items/item.server.ts';
import { checkMoment } from '../progress/progress.server.ts';
import type { NoteJson, NoteSearch } from './note.schema.ts';

export type Note = NoteJson;

export interface ListedNote extends NoteJson {
  isThere: boolean;
}

export interface NoteInput {
  seconds?: number | null | undefined;
  text: string;
}

const selected = (em: Em, memberId: number) =>
  db(em)
    .selectFrom('notes as n')
    .leftJoin('content as c', 'c.id', 'n.content_id')
    .select([
      'n.id',
      'n.content_id as contentId',
      sql<string>`coalesce(c.title, n.title_then)`.as('title'),
      'n.seconds',
      'n.text',
      'n.created_at as createdAt',
      'n.updated_at as updatedAt',
    ])
    .where('n.member_id', '=', memberId);

/** @throws NotFound for another member's note as for none */
export async function findNote(
  { em, viewer }: Pick<MemberScope, 'em' | 'viewer'>,
  id: number,
): Promise<Note> {
  const found = await selected(em, viewer.id).where('n.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound();
  return found;
}

/** The viewer's notes about an item in the order of its video, those without a moment first. */
export const notesOf = ({ em, viewer }: MemberScope, contentId: number): Promise<Note[]> =>
  selected(em, viewer.id)
    .where('n.content_id', '=', contentId)
    .orderBy('n.seconds', (order) => order.asc().nullsFirst())
    .orderBy('n.id')
    .execute();

/** All notes of the viewer, the newest first. With `search` those that contain each of its words, in the text or in the
 *  item's title. With `position` those on items that begin or end in it. */
export async function listNotes(
  { em, viewer }: MemberScope,
  { size, after, search, position }: ForwardRequest & NoteSearch,
): Promise<PageOf<Note>> {
  const cursor = readCursor(after);
  let query = selected(em, viewer.id);
  for (const word of search.split(/\s+/).filter(Boolean)) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((eb) =>
      eb.or([eb('n.text', 'ilike', pattern), eb(sql`coalesce(c.title, n.title_then)`, 'ilike', pattern)]),
    );
  }
  if (position !== undefined)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('content_map_links as l')
          .select('l.content_id')
          .whereRef('l.content_id', '=', 'n.content_id')
          .where((end) => end.or([end('l.starts_id', '=', position), end('l.ends_id', '=', position)])),
      ),
    );
  if (cursor)
    query = query.where(
      sql<boolean>`(n.created_at, n.id) < (${cursor.value}::timestamptz, ${cursor.id}::bigint)`,
    );
  const fetched = await query
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(size + 1)
    .execute();
  return cutForwardPage(fetched, size, ({ createdAt, id }) => ({ value: createdAt, id }));
}

/** Changes a note. Its item may be locked or gone: the words are the member's own.
 *  @throws NotFound, Invalid after the end of the video, Refused (429) */
export async function changeNote(
  scope: MemberScope,
  id: number,
  { seconds, text }: Partial<NoteInput>,
): Promise<Note> {
  const { em, viewer, now } = scope;
  await enforceRateLimit(scope, 'note');
  const note = await findNote(scope, id);
  if (seconds != null && seconds !== note.seconds) await checkMomentOf(scope, note, seconds);
  await db(em)
    .updateTable('notes')
    .set({
      ...(seconds !== undefined && { seconds }),
      ...(text !== undefined && { text }),
      updated_at: now(),
    })
    .where('id', '=', id)
    .where('member_id', '=', viewer.id)
    .execute();
  return findNote(scope, id);
}

/** The length of an item that is gone, or that the member may no longer know of, cannot be checked. */
async function checkMomentOf(scope: MemberScope, { contentId }: Note, seconds: number) {
  if (contentId === null) return;
  const item = await findItem(scope, contentId).catch((error) => {
    if (error instanceof NotFound) return null;
    throw error;
  });
  if (item) checkMoment(item, seconds);
}

/** @throws NotFound */
export async function deleteNote({ em, viewer }: MemberScope, id: number): Promise<void> {
  const gone = await db(em)
    .deleteFrom('notes')
    .where('id', '=', id)
    .where('member_id', '=', viewer.id)
    .returning('id')
    .executeTakeFirst();
  if (!gone) throw new NotFound();
}

/** Notes with whether the viewer may still open the page of their item. */
export async function listedNotes(scope: MemberScope, notes: Note[]): Promise<ListedNote[]> {
  const ids = [...new Set(notes.flatMap(({ contentId }) => contentId ?? []))];
  const shown = await visibleCards(scope, ids);
  return notes.map((note) => ({
    ...noteJson(note),
    isThere: note.contentId !== null && shown.has(note.contentId),
  }));
}

/** Where a note is read: on the page to study its item, or in the notebook when that page is closed. */
export async function pageOfNote(scope: MemberScope, note: Note): Promise<string> {
  const [listed] = await listedNotes(scope, [note]);
  return listed?.isThere ? `/content/${note.contentId}/study#note-${note.id}` : '/notebook';
}

/** A note as calls and pages have it: with times in ISO 8601. */
export const noteJson = (note: Note): NoteJson => ({
  ...note,
  createdAt: new Date(note.createdAt).toISOString(),
  updatedAt: new Date(note.updatedAt).toISOString(),
});
