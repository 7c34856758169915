import type { Em } from '../../../db/orm.server.ts';
import { row, rows } from '../../../db/sql.server.ts';
import type { ContentStatus } from '../../../domain/content-terms.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { Refused } from '../../../errors.ts';
import type { AdminScope, MemberScope } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { checkMaySell } from '../authoring/sale-rights.server.ts';

interface Facts {
  title: string;
  status: ContentStatus;
  creatorId: number;
  tier: Tier;
  earlyUntil: string | null;
  isForSale: boolean;
}

/**
 * Locks an item to publish or withdraw it; null when it is gone. Its creator first (`lockOrder`), then its featured
 * cards, as admins lock them. No purchase can begin during the lock, so the item may be deleted.
 */
export async function lockItem(em: Em, id: number): Promise<Facts | null> {
  await row(em)`select from users where id = (select creator_id from content where id = ${id})
    for no key update`;
  await row(em)`select from featured where content_id = ${id} order by id for no key update`;
  return row<Facts>(em)`
    select title, status, creator_id as "creatorId", tier, early_until as "earlyUntil", is_for_sale as "isForSale"
    from content where id = ${id} for update`;
}

/**
 * Withdraws a published item, so that only buyers keep it and only an admin can put it back. Call it inside a
 * transaction. `reason` is shown to its creator.
 * @throws Refused when it is not published
 */
export async function takeDown(scope: AdminScope, em: Em, id: number, reason: string): Promise<void> {
  const item = await lockItem(em, id);
  if (!item || item.status === 'draft' || item.status === 'withdrawn') {
    throw new Refused('This item is not published any more.', { field: 'outcome' });
  }
  const at = scope.now();
  await row(em)`
    with hidden as (
      update featured set is_active = false, updated_at = ${at} where content_id = ${id} and is_active
      returning id
    )
    insert into takedowns (content_id, at, reason, was_for_sale, featured)
    values (${id}, ${at}, ${reason}, ${item.isForSale}, array(select id from hidden))`;
  await row(em)`
    update content set status = 'withdrawn', is_for_sale = false, updated_at = ${at} where id = ${id}`;
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

/**
 * Puts a taken-down item back with its date and featured cards, and on sale if the plan still allows it. Call it
 * inside a transaction.
 * @throws Refused when it is not taken down, or its creator is gone
 */
export async function putBack(scope: AdminScope, em: Em, id: number): Promise<void> {
  // First, because it locks the creator, who comes before the item (`lockOrder`).
  const isForSale = await maySellAgain(scope, em, id);
  const item = await lockItem(em, id);
  const was = await row<{ featured: number[]; isOwnerHere: boolean }>(em)`
    delete from takedowns where content_id = ${id}
    returning featured,
      (select status <> 'deleted' from users where id = ${item?.creatorId ?? null}::int) as "isOwnerHere"`;
  if (!item || !was) throw new Refused('This item is gone, or it is back already.');
  if (!was.isOwnerHere) throw new Refused('Its creator has left, so it stays down.');
  const at = scope.now();
  // A suspended creator's item comes back suspended (migration 0008).
  const is = await row<{ status: ContentStatus }>(em)`
    update content set status = case when made_for is null then 'published' else 'private' end,
      is_for_sale = ${isForSale}, updated_at = ${at}
    where id = ${id} returning status`;
  await row(em)`update featured set is_active = true, updated_at = ${at}
    where id = any(${was.featured}::int[]) and content_id = ${id}`;
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
  const was = await row<{ creatorId: number }>(em)`
    select c.creator_id as "creatorId" from takedowns t join content c on c.id = t.content_id
    where t.content_id = ${contentId} and t.was_for_sale`;
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
  return row<{ title: string; at: string; reason: string }>(em)`
    select c.title, t.at, t.reason from takedowns t join content c on c.id = t.content_id
    where t.content_id = ${id} and c.creator_id = ${viewer.id}`;
}

/** The reasons of the items among these that were taken down, by id. */
export async function takeDownReasons(em: Em, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await rows<{ id: number; reason: string }>(em)`
    select content_id as id, reason from takedowns where content_id = any(${ids}::int[])`;
  return new Map(found.map(({ id, reason }) => [id, reason]));
}
