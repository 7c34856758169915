import { anyOf, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { Refused } from '../../../errors.ts';
import type { AdminScope, MemberScope } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { checkMaySell } from '../authoring/sale-rights.server.ts';

/** Locks an item to publish or withdraw it; null when it is gone. Its creator first (`lockOrder`), then its featured
 *  cards, as admins lock them. No purchase can begin during the lock, so the item may be deleted. */
export async function lockItem(em: Em, id: number) {
  await db(em)
    .selectFrom('users')
    .where('id', '=', ({ selectFrom }) => selectFrom('content').select('creator_id').where('id', '=', id))
    .forNoKeyUpdate()
    .execute();
  await db(em).selectFrom('featured').where('content_id', '=', id).orderBy('id').forNoKeyUpdate().execute();
  const item = await db(em)
    .selectFrom('content')
    .select([
      'title',
      'status',
      'creator_id as creatorId',
      'tier',
      'early_until as earlyUntil',
      'is_for_sale as isForSale',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return item ?? null;
}

/** Withdraws a published item, so that only buyers keep it and only an admin can put it back. Call it inside a
 *  transaction. `reason` is shown to its creator.
 *  @throws Refused when it is not published */
export async function takeDown(scope: AdminScope, em: Em, id: number, reason: string): Promise<void> {
  const item = await lockItem(em, id);
  if (!item || item.status === 'draft' || item.status === 'withdrawn') {
    throw new Refused('This item is no longer published.', { field: 'outcome' });
  }
  const at = scope.now();
  await db(em)
    .with('hidden', (also) =>
      also
        .updateTable('featured')
        .set({ is_active: false, updated_at: at })
        .where('content_id', '=', id)
        .where('is_active', '=', true)
        .returning('id'),
    )
    .insertInto('takedowns')
    .values({
      content_id: id,
      at,
      reason,
      was_for_sale: item.isForSale,
      featured: sql<number[]>`array(select id from hidden)`,
    })
    .execute();
  await db(em)
    .updateTable('content')
    .set({ status: 'withdrawn', is_for_sale: false, updated_at: at })
    .where('id', '=', id)
    .execute();
  await recordAuditOf(scope, em, {
    verb: 'took down',
    kind: 'content',
    id,
    name: item.title,
    before: { status: item.status, isForSale: item.isForSale },
    after: { status: 'withdrawn', isForSale: false },
    note: reason,
  });
}

/** Puts a taken-down item back with its date and featured cards, and on sale if the plan still allows it. Call it
 *  inside a transaction.
 *  @throws Refused when it is not taken down, or its creator is gone */
export async function putBack(scope: AdminScope, em: Em, id: number): Promise<void> {
  // First, because it locks the creator, who comes before the item (`lockOrder`).
  const isForSale = await maySellAgain(scope, em, id);
  const item = await lockItem(em, id);
  const was = await db(em)
    .deleteFrom('takedowns')
    .where('content_id', '=', id)
    .returning(({ selectFrom }) => [
      'featured',
      selectFrom('users')
        .select('status')
        .where('id', '=', item?.creatorId ?? 0)
        .as('ownerStatus'),
    ])
    .executeTakeFirst();
  if (!item || !was) throw new Refused('This item is gone, or it is already back.');
  if (was.ownerStatus === 'deleted') throw new Refused('Its creator has left, so it stays down.');
  const at = scope.now();
  // A suspended creator's item comes back suspended (`content_held_back` in `schema.sql`).
  const is = await db(em)
    .updateTable('content')
    .set({
      status: sql<'published' | 'private'>`case when made_for is null then 'published' else 'private' end`,
      is_for_sale: isForSale,
      updated_at: at,
    })
    .where('id', '=', id)
    .returning('status')
    .executeTakeFirst();
  await db(em)
    .updateTable('featured')
    .set({ is_active: true, updated_at: at })
    .where('id', '=', anyOf('int4', was.featured))
    .where('content_id', '=', id)
    .execute();
  await recordAuditOf(scope, em, {
    verb: 'put back',
    kind: 'content',
    id,
    name: item.title,
    before: { status: 'withdrawn', isForSale: false },
    after: { ...is, isForSale },
  });
}

async function maySellAgain({ now }: AdminScope, em: Em, contentId: number): Promise<boolean> {
  const was = await db(em)
    .selectFrom('takedowns as t')
    .innerJoin('content as c', 'c.id', 't.content_id')
    .select('c.creator_id as creatorId')
    .where('t.content_id', '=', contentId)
    .where('t.was_for_sale', '=', true)
    .executeTakeFirst();
  if (!was) return false;
  try {
    await checkMaySell(em, { creatorId: was.creatorId, contentId, now: now() });
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** Why and when the member's own item was taken down; null when it was not. */
export async function ownTakeDown({ em, viewer }: MemberScope, id: number) {
  const own = await db(em)
    .selectFrom('takedowns as t')
    .innerJoin('content as c', 'c.id', 't.content_id')
    .select(['c.title', 't.at', 't.reason'])
    .where('t.content_id', '=', id)
    .where('c.creator_id', '=', viewer.id)
    .executeTakeFirst();
  return own ?? null;
}

/** The reasons of the items among these that were taken down, by id. */
export async function takeDownReasons(em: Em, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await db(em)
    .selectFrom('takedowns')
    .select(['content_id as id', 'reason'])
    .where('content_id', '=', anyOf('int4', ids))
    .execute();
  return new Map(found.map(({ id, reason }) => [id, reason]));
}
