import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import { mayRead } from './may-read.ts';

/** Lists with their owners, as they are shown. */
export const shownLists = (em: Em) =>
  db(em)
    .selectFrom('lists as l')
    .innerJoin('users as u', 'u.id', 'l.member_id')
    .select([
      'l.id',
      'l.member_id as ownerId',
      sql<boolean>`u.status = 'active'`.as('isOwnerActive'),
      'u.username as ownerUsername',
      sql<string>`u.first_name || ' ' || u.last_name`.as('ownerName'),
      sql<boolean>`u.published_items > 0`.as('isOfCreator'),
      'l.kind',
      'l.title',
      'l.description',
      'l.visibility',
      'l.link_key as linkKey',
      'l.entry_count as entryCount',
      'l.cover_id as coverId',
      'l.version',
      'l.created_at as createdAt',
      'l.updated_at as updatedAt',
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof shownLists>['executeTakeFirstOrThrow']>>;

export interface ShownList extends Row {
  isOwn: boolean;
}

/** A list that the viewer may read.
 *  @param key as the address has it
 *  @throws NotFound, the same for one that is private as for one that does not exist */
export async function findList(scope: Scope, id: number, key: string | null = null): Promise<ShownList> {
  const list = await shownLists(scope.em).where('l.id', '=', id).executeTakeFirst();
  if (!list || !mayRead(scope.viewer, list, key)) throw new NotFound();
  return { ...list, isOwn: scope.viewer?.id === list.ownerId };
}

/** @throws NotFound for a list of another member */
export async function findOwnList(scope: MemberScope, id: number): Promise<ShownList> {
  const list = await findList(scope, id);
  if (!list.isOwn) throw new NotFound();
  return list;
}

const changedMeanwhile =
  'This list was changed in the meantime, perhaps in another tab. You see it as it is now: please try again.';

/** Locks an own list, so that its changes come one after another.
 *  @param seen the version that the member was looking at
 *  @throws NotFound for a list of another member, Refused 409 when it is no longer that version */
export async function lockOwnList(em: Em, scope: MemberScope, id: number, seen?: number) {
  const list = await db(em)
    .selectFrom('lists')
    .select([
      'id',
      'kind',
      'title',
      'description',
      'visibility',
      'link_key as linkKey',
      'entry_count as entryCount',
      'version',
    ])
    .where('id', '=', id)
    .where('member_id', '=', scope.viewer.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!list) throw new NotFound();
  if (seen !== undefined && seen !== list.version) throw new Refused(changedMeanwhile, { status: 409 });
  return list;
}
export type LockedList = Awaited<ReturnType<typeof lockOwnList>>;

/** Notes that a locked list was changed. */
export async function touchList(
  em: Em,
  { now }: Pick<Scope, 'now'>,
  { id, version }: Pick<LockedList, 'id' | 'version'>,
  set: { entry_count?: number } = {},
): Promise<void> {
  await db(em)
    .updateTable('lists')
    .set({ ...set, version: version + 1, updated_at: now() })
    .where('id', '=', id)
    .execute();
}
