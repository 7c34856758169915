import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { retryOnConflict } from '../../../db/retry-on-conflict.server.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { findCard } from '../../library/catalog/cards.server.ts';
import { type LockedList, lockOwnList, touchList } from './access.server.ts';
import { moveOneStep, moveToPosition, moveToSection, type Place } from './arrange.ts';
import type { EntryForm, EntryPatch, Membership } from './list.schema.ts';
import { listLimits, type Move } from './list-terms.ts';
import { insertList } from './lists.server.ts';
import { orderOf, writeOrder } from './order.server.ts';
import { sectionsOf } from './sections/sections.server.ts';

const newList = { kind: 'list', description: null, visibility: 'private' } as const;

export interface Added {
  id: number;
  isNew: boolean;
}

interface Wanted {
  contentId: number;
  note: string | null;
}

/** Puts an item at the end of an own list. One that is on it already stays where it is, with the note that comes now, or
 *  else the one that it has.
 *  @throws NotFound for a list of another member and for an item that the viewer may not see, Refused 409 when the list
 *  is full, or 429 */
export async function addEntry(scope: MemberScope, listId: number, wanted: Wanted): Promise<Added> {
  await enforceRateLimit(scope, 'list change');
  // Between the look and the write the item may be deleted; the next try then does not find it.
  return retryOnConflict(async () => {
    const { title } = await findCard(scope, wanted.contentId);
    return scope.em.transactional(async (em) => {
      const list = await lockOwnList(em, scope, listId);
      return append(em, scope, list, { ...wanted, title });
    });
  });
}

async function append(
  em: Em,
  scope: MemberScope,
  list: LockedList,
  { contentId, note, title }: Wanted & { title: string },
): Promise<Added> {
  const known = await db(em)
    .selectFrom('list_entries')
    .select(['id', 'note'])
    .where('list_id', '=', list.id)
    .where('content_id', '=', contentId)
    .executeTakeFirst();
  if (known) {
    if (note !== null && note !== known.note) {
      await db(em).updateTable('list_entries').set({ note }).where('id', '=', known.id).execute();
      await touchList(em, scope, list);
    }
    return { id: known.id, isNew: false };
  }
  if (list.entryCount >= listLimits.entries)
    throw new Refused(
      `“${list.title}” has ${listLimits.entries} items, which is the most. Begin another list.`,
      {
        status: 409,
      },
    );
  const last = list.kind === 'course' ? (await sectionsOf(em, list.id)).at(-1) : undefined;
  const made = await db(em)
    .insertInto('list_entries')
    .values({
      list_id: list.id,
      content_id: contentId,
      title_then: title,
      note,
      section_id: last?.id ?? null,
      position: list.entryCount + 1,
      added_at: scope.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await touchList(em, scope, list, { entry_count: list.entryCount + 1 });
  return { id: made.id, isNew: true };
}

/** Puts an item on own lists and takes it off others, all or nothing. Lists that the form did not show stay as they are.
 *  @returns how many of the lists no longer exist
 *  @throws as `addEntry` */
export async function setMemberships(
  scope: MemberScope,
  contentId: number,
  wanted: Membership,
): Promise<number> {
  await enforceRateLimit(scope, 'list change');
  const { on, was, newTitle, attempt } = wanted;
  const changed = [...new Set([...on, ...was])].filter((id) => on.includes(id) !== was.includes(id));
  return retryOnConflict(async () => {
    const { title } = await findCard(scope, contentId);
    return scope.em.transactional(async (em) => {
      const made = newTitle ? [await insertList(em, scope, { ...newList, title: newTitle, attempt })] : [];
      let gone = 0;
      // In the order of their ids, so that two forms cannot deadlock.
      for (const id of [...changed, ...made].toSorted((one, other) => one - other)) {
        const list = await lockOwnList(em, scope, id).catch((error) => {
          if (error instanceof NotFound) return null;
          throw error;
        });
        if (!list) gone += 1;
        else if (was.includes(id)) await takeOff(em, scope, list, { contentId });
        else await append(em, scope, list, { contentId, note: null, title });
      }
      return gone;
    });
  });
}

async function takeOff(
  em: Em,
  scope: MemberScope,
  list: LockedList,
  which: { contentId: number } | { id: number },
): Promise<boolean> {
  const gone = await db(em)
    .deleteFrom('list_entries')
    .where('list_id', '=', list.id)
    .where('id' in which ? 'id' : 'content_id', '=', 'id' in which ? which.id : which.contentId)
    .returning(['position', 'content_id as contentId'])
    .executeTakeFirst();
  if (!gone) return false;
  await db(em)
    .updateTable('list_entries')
    .set({ position: sql<number>`position - 1` })
    .where('list_id', '=', list.id)
    .where('position', '>', gone.position)
    .execute();
  await db(em)
    .updateTable('lists')
    .set({ cover_id: null })
    .where('id', '=', list.id)
    .where('cover_id', '=', gone.contentId)
    .execute();
  await touchList(em, scope, list, { entry_count: list.entryCount - 1 });
  return true;
}

/** @throws NotFound for what is not on an own list */
export async function removeEntry(scope: MemberScope, listId: number, entryId: number): Promise<void> {
  await enforceRateLimit(scope, 'list change');
  await scope.em.transactional(async (em) => {
    const list = await lockOwnList(em, scope, listId);
    if (!(await takeOff(em, scope, list, { id: entryId }))) throw new NotFound();
  });
}

/** Moves an entry one place up or down.
 *  @param seen the version of the list that the member was looking at
 *  @throws NotFound, Refused 409 when the list was changed since, or 429 */
export async function moveEntry(
  scope: MemberScope,
  { listId, entryId, step }: { listId: number; entryId: number; step: Move },
  seen?: number,
): Promise<void> {
  await enforceRateLimit(scope, 'list change');
  await scope.em.transactional(async (em) => {
    const list = await lockOwnList(em, scope, listId, seen);
    const before = await placesOf(em, listId, entryId);
    const after = moveOneStep(before, await sectionIdsOf(em, list), entryId, step);
    if (await writeOrder(em, listId, before, after)) await touchList(em, scope, list);
  });
}

/** The current values of an entry, as its form shows them. */
export interface CurrentEntry {
  note: string | null;
  position: number;
  sectionId: number | null;
  isCover: boolean;
}

/** Changes the note, the place and the section of an entry, and whether it is the cover of its course. An entry that
 *  comes into another section is the last one there.
 *  @param change answers the new values from the current ones, while the list is locked
 *  @throws NotFound, Refused 409 for an older version, or 429 */
export async function editEntry(
  scope: MemberScope,
  { listId, entryId }: { listId: number; entryId: number },
  change: (current: CurrentEntry) => EntryForm,
  seen?: number,
): Promise<void> {
  await enforceRateLimit(scope, 'list change');
  await scope.em.transactional(async (em) => {
    const list = await lockOwnList(em, scope, listId, seen);
    const [before, sections] = [await placesOf(em, listId, entryId), await sectionIdsOf(em, list)];
    const current = await db(em)
      .selectFrom('list_entries as e')
      .innerJoin('lists as l', 'l.id', 'e.list_id')
      .select(['e.note', 'e.position', 'e.section_id as sectionId', 'e.content_id as contentId'])
      .select(sql<boolean>`l.cover_id is not null and l.cover_id = e.content_id`.as('isCover'))
      .where('e.id', '=', entryId)
      .executeTakeFirstOrThrow();
    const { note, position, section, cover } = change(current);
    const sectionId = section === undefined ? current.sectionId : section || null;
    if (!sections.includes(sectionId))
      throw new Refused('Please choose a section of this course.', { field: 'section' });
    const after =
      sectionId === current.sectionId
        ? moveToPosition(before, entryId, position)
        : moveToSection(before, sections, entryId, sectionId);
    const isNoted = note !== current.note;
    if (isNoted) await db(em).updateTable('list_entries').set({ note }).where('id', '=', entryId).execute();
    const isMoved = await writeOrder(em, listId, before, after);
    const isCover = cover === undefined ? current.isCover : cover === 'yes';
    const coverId = isCover ? current.contentId : null;
    if (isCover !== current.isCover)
      await db(em).updateTable('lists').set({ cover_id: coverId }).where('id', '=', listId).execute();
    if (isNoted || isMoved || isCover !== current.isCover) await touchList(em, scope, list);
  });
}

const coverWord = (isCover: boolean | undefined) =>
  isCover === undefined ? undefined : isCover ? 'yes' : 'no';

/** The same for a call, whose missing fields stay. */
export const patchEntry = (
  scope: MemberScope,
  entry: { listId: number; entryId: number },
  { version, ...patch }: EntryPatch,
) =>
  editEntry(
    scope,
    entry,
    (current) => ({
      note: patch.note === undefined ? current.note : patch.note || null,
      position: patch.position ?? current.position,
      section: patch.section,
      cover: coverWord(patch.isCover),
    }),
    version,
  );

/** @throws NotFound when the entry is not on the list */
async function placesOf(em: Em, listId: number, entryId: number): Promise<Place[]> {
  const places = await orderOf(em, listId);
  if (!places.some(({ id }) => id === entryId)) throw new NotFound();
  return places;
}

const sectionIdsOf = async (em: Em, list: LockedList) =>
  list.kind === 'course' ? [null, ...(await sectionsOf(em, list.id)).map(({ id }) => id)] : [null];
