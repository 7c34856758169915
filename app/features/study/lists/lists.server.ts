import { randomBytes } from 'node:crypto';
import { idempotencyKeyOf } from '../../../db/idempotency-key.server.ts';
import { countAll, db, sql } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import type { PageOf, PageRequest } from '../../core/lists/keyset.ts';
import { newestFirst } from '../../core/lists/newest-first.server.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { type LockedList, lockOwnList, type ShownList, shownLists, touchList } from './access.server.ts';
import type { ListInput, ListPatch, NewList } from './list.schema.ts';
import { type ListKind, listLimits, type Visibility } from './list-terms.ts';

/** Makes a list of the viewer. The same form sent again is answered with the list that it made.
 *  @throws Refused for a course of a member who has published nothing, 409 beyond the limit, or 429 */
export async function createList(scope: MemberScope, input: NewList): Promise<number> {
  assertMayMake(scope, input.kind);
  await enforceRateLimit(scope, 'list');
  return scope.em.transactional((em) => insertList(em, scope, input));
}

/** @throws Refused for a course of a member who has published nothing */
function assertMayMake({ viewer }: MemberScope, kind: ListKind) {
  if (kind === 'course' && !viewer.hasContent)
    throw new Refused('Courses are made by creators: publish a technique first.', { field: 'kind' });
}

/** Inserts a list; in a transaction, before the rows of other lists are locked. @throws Refused 409 beyond the limit */
export async function insertList(em: Em, { viewer, now }: MemberScope, input: NewList): Promise<number> {
  // Parallel requests of a member are counted one by one.
  await lockMembers(em, [viewer.id]);
  const { kind, title, description, visibility } = input;
  // With its words, so that a form that is opened again and changed makes another list.
  const attempt = input.attempt
    ? idempotencyKeyOf(input.attempt, kind, title, description ?? '', visibility)
    : null;
  const before = await db(em)
    .selectFrom('lists')
    .select('id')
    .where('member_id', '=', viewer.id)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  if (before) return before.id;
  const { count } = await db(em)
    .selectFrom('lists')
    .select(countAll().as('count'))
    .where('member_id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  if (count >= listLimits.lists)
    throw new Refused(`You have ${listLimits.lists} lists, which is the most. Delete one first.`, {
      status: 409,
      link: { href: '/lists', label: 'See your lists' },
    });
  const made = await db(em)
    .insertInto('lists')
    .values({
      member_id: viewer.id,
      kind,
      title,
      description,
      visibility,
      attempt,
      link_key: keyFor(visibility, null),
      entry_count: 0,
      version: 1,
      created_at: now(),
      updated_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** A list that stops being open by link loses its key, so that the old address opens nothing when it is opened again. */
const keyFor = (visibility: Visibility, known: string | null) =>
  visibility === 'link' ? (known ?? randomBytes(16).toString('base64url')) : null;

/** Changes title, description and who may see a list.
 *  @param change answers the new values from the current ones, while the list is locked
 *  @throws NotFound for a list of another member, Refused 409 for an older version, or 429 */
export async function editList(
  scope: MemberScope,
  id: number,
  change: (current: LockedList) => ListInput,
  seen?: number,
): Promise<void> {
  await enforceRateLimit(scope, 'list change');
  await scope.em.transactional(async (em) => {
    const list = await lockOwnList(em, scope, id, seen);
    const { kind, title, description, visibility } = change(list);
    if (kind !== list.kind) assertMayMake(scope, kind);
    // Its entries keep their order.
    if (kind === 'list') await db(em).deleteFrom('list_sections').where('list_id', '=', id).execute();
    await touchList(em, scope, list);
    await db(em)
      .updateTable('lists')
      .set({ kind, title, description, visibility, link_key: keyFor(visibility, list.linkKey) })
      .where('id', '=', id)
      .execute();
  });
}

/** The same for a call, whose missing fields stay. */
export const patchList = (scope: MemberScope, id: number, { version, ...patch }: ListPatch) =>
  editList(
    scope,
    id,
    (current) => ({
      kind: patch.kind ?? current.kind,
      title: patch.title ?? current.title,
      description: patch.description === undefined ? current.description : patch.description || null,
      visibility: patch.visibility ?? current.visibility,
    }),
    version,
  );

/** @throws NotFound for a list of another member */
export async function deleteList(scope: MemberScope, id: number): Promise<void> {
  const gone = await db(scope.em)
    .deleteFrom('lists')
    .where('id', '=', id)
    .where('member_id', '=', scope.viewer.id)
    .executeTakeFirst();
  if (Number(gone.numDeletedRows) === 0) throw new NotFound();
}

/** The viewer's lists, what changed last first. */
export const myLists = ({ em, viewer }: MemberScope, asked: PageRequest): Promise<PageOf<ShownList>> =>
  lastChanged(shownLists(em).where('l.member_id', '=', viewer.id), asked, true);

/** The public lists of a member that are not empty, what changed last first. */
export const publicListsPage = ({ em, viewer }: Scope, memberId: number, asked: PageRequest) =>
  lastChanged(
    shownLists(em)
      .where('l.member_id', '=', memberId)
      .where('l.visibility', '=', 'public')
      .where('l.entry_count', '>', 0),
    asked,
    viewer?.id === memberId,
  );

async function lastChanged(
  lists: ReturnType<typeof shownLists>,
  asked: PageRequest,
  isOwn: boolean,
): Promise<PageOf<ShownList>> {
  const { cut, afterCursor, direction, limit } = newestFirst(asked, {
    at: sql`l.updated_at`,
    id: sql`l.id`,
  });
  const fetched = await lists
    .where(afterCursor)
    .orderBy('l.updated_at', direction)
    .orderBy('l.id', direction)
    .limit(limit)
    .execute();
  const page = cut(fetched, ({ updatedAt, id }) => ({ value: updatedAt, id }));
  return { ...page, items: page.items.map((list) => ({ ...list, isOwn })) };
}

/** The public lists of a member for their own page, what changed last first. */
export const publicListsOf = ({ em }: Pick<Scope, 'em'>, memberId: number, most: number) =>
  db(em)
    .selectFrom('lists')
    .select(['id', 'kind', 'title', 'entry_count as entryCount'])
    .where('member_id', '=', memberId)
    .where('visibility', '=', 'public')
    .where('entry_count', '>', 0)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

/** All lists of the viewer by title, and whether each holds an item. */
export async function listsWith({ em, viewer }: MemberScope, contentId: number) {
  return db(em)
    .selectFrom('lists as l')
    .leftJoin('list_entries as e', (join) =>
      join.onRef('e.list_id', '=', 'l.id').on('e.content_id', '=', contentId),
    )
    .select(['l.id', 'l.title', 'l.visibility', sql<boolean>`e.id is not null`.as('isOn')])
    .where('l.member_id', '=', viewer.id)
    .orderBy(sql`lower(l.title)`)
    .orderBy('l.id')
    .limit(listLimits.lists)
    .execute();
}
