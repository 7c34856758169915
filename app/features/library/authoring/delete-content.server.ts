import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { canView } from '../../../domain/can-view.ts';
import type { ContentStatus } from '../../../domain/content-terms.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { NotAllowed, NotFound, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { removeFiles } from '../../core/media/remove-files.server.ts';
import { type Card, findCard } from '../catalog/cards.server.ts';
import { hasPurchases } from '../items/buyers.server.ts';
import { lockItem } from '../items/take-down.server.ts';

interface Owned {
  creatorId: number;
  tier: Tier;
  earlyUntil: string | null;
  status: ContentStatus;
}

/** An item that this member may delete. @throws NotFound, NotAllowed as `deleteContent` */
export async function deletableItem(scope: MemberScope, id: number): Promise<Card> {
  const card = await findCard(scope, id);
  mustBeDeletable(scope, card);
  return card;
}

/** Deletes an item for its creator (C6.5) or an admin (C6.10). A sold item is only withdrawn, because buyers keep it
 *  and payments refer to it; any other goes with its files.
 *  @throws NotFound for an item that is gone or not visible to the member, NotAllowed for another member's */
export async function deleteContent(scope: MemberScope, id: number): Promise<void> {
  const keys = await scope.em.transactional((em) => deleteWithin(scope, em, id));
  await removeFiles(scope, keys);
}

/** Deletes inside a transaction; returns the keys of the files to remove after the commit. */
export async function deleteWithin(scope: MemberScope, em: Em, id: number): Promise<string[]> {
  const item = await lockItem(em, id);
  if (!item) throw new NotFound();
  mustBeDeletable(scope, item);
  await mustNotBeAwaited(em, id);
  await db(em)
    .updateTable('featured')
    .set({ is_active: false, updated_at: scope.now() })
    .where('content_id', '=', id)
    .execute();
  if (item.creatorId !== scope.viewer.id) {
    const before = { status: item.status, isForSale: item.isForSale };
    await recordAuditOf(scope, em, { verb: 'deleted', kind: 'content', id, name: item.title, before });
  }
  if (await hasPurchases(em, id)) {
    await db(em)
      .updateTable('content')
      .set({ status: 'withdrawn', is_for_sale: false, updated_at: scope.now() })
      .where('id', '=', id)
      .execute();
    return [];
  }
  const gone = await db(em)
    .updateTable('media')
    .set({ status: 'removed', content_id: null })
    .where('content_id', '=', id)
    .returning('key')
    .execute();
  await db(em).deleteFrom('content').where('id', '=', id).execute();
  return gone.map(({ key }) => key);
}

function mustBeDeletable({ viewer, now }: MemberScope, item: Owned) {
  const isOwn = item.creatorId === viewer.id;
  const isVisible = item.status === 'published' || canView(viewer, { ...item, bought: false }, now());
  if (item.status === 'withdrawn' || !isVisible) throw new NotFound();
  if (!isOwn && !viewer.isAdmin)
    throw new NotAllowed('Failed to delete content: only its creator or an admin can.');
}

/** @throws Refused for an item of an open request; the request's own steps end it, with its money */
async function mustNotBeAwaited(em: Em, id: number) {
  const awaited = await db(em)
    .selectFrom('requests')
    .select('id')
    .where('content_id', '=', id)
    .where('state', 'in', ['accepted', 'paid', 'disputed'])
    .executeTakeFirst();
  if (!awaited) return;
  const link = { href: `/requests/${awaited.id}`, label: 'See the request' };
  throw new Refused('This was made for a request that is still open. Cancel the request first.', {
    status: 409,
    link,
  });
}
