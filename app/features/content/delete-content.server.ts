import type { Em } from '../../db/orm.server.ts';
import { row, rows } from '../../db/sql.server.ts';
import { NotAllowed, NotFound, Refused } from '../../errors.ts';
import type { MemberScope } from '../../scope.ts';
import { recordActOf } from '../acts/acts.server.ts';
import { removeFiles } from '../uploads/remove-files.server.ts';
import { canView } from './can-view.ts';
import { type Card, findCard } from './cards.server.ts';
import { lockItem } from './take-down.server.ts';
import type { ContentStatus, Tier } from './words.ts';

interface Owned {
  creatorId: number;
  tier: Tier;
  earlyUntil: string | null;
  status: ContentStatus;
}

/** The item, if this member may delete it. @throws NotFound, NotAllowed as `deleteContent` does */
export async function deletableItem(scope: MemberScope, id: number): Promise<Card> {
  const card = await findCard(scope, id);
  mustBeDeletable(scope, card);
  return card;
}

/**
 * Deletes an item for its creator or an admin (calls.md §6). One that was ever sold is only withdrawn, because
 * its buyers keep it (decisions 2) and money points at it; any other goes with its pictures and films.
 * @throws NotFound for what the member cannot see or is gone already, NotAllowed for other people's items
 */
export async function deleteContent(scope: MemberScope, id: number): Promise<void> {
  const keys = await scope.em.transactional((em) => deleteWithin(scope, em, id));
  await removeFiles(scope, keys);
}

/** The same inside a transaction; answers the keys of the files to remove once it is committed. */
export async function deleteWithin(scope: MemberScope, em: Em, id: number): Promise<string[]> {
  const item = await lockItem(em, id);
  if (!item) throw new NotFound();
  mustBeDeletable(scope, item);
  await mustNotBeAwaited(em, id);
  await row(em)`update featured set is_active = false, updated_at = ${scope.now()} where content_id = ${id}`;
  if (item.creatorId !== scope.viewer.id) {
    const before = { status: item.status, isForSale: item.isForSale };
    await recordActOf(scope, em, { verb: 'deleted', kind: 'content', id, name: item.title, before });
  }
  if (await row(em)`select 1 from purchases where content_id = ${id} limit 1`) {
    await row(em)`update content set status = 'withdrawn', is_for_sale = false, updated_at = ${scope.now()}
      where id = ${id}`;
    return [];
  }
  const gone = await rows<{ key: string }>(em)`
    update media set status = 'removed', content_id = null where content_id = ${id} returning key`;
  await row(em)`delete from content where id = ${id}`;
  return gone.map(({ key }) => key);
}

function mustBeDeletable({ viewer, now }: MemberScope, item: Owned) {
  const isOwn = item.creatorId === viewer.id;
  const isVisible = item.status === 'published' || canView(viewer, { ...item, bought: false }, now());
  if (item.status === 'withdrawn' || !isVisible) throw new NotFound();
  if (!isOwn && !viewer.isAdmin)
    throw new NotAllowed('Failed to delete content: only its creator or an admin can.');
}

/** @throws Refused while somebody waits for it: ending that is the request's matter, with its money */
async function mustNotBeAwaited(em: Em, id: number) {
  const awaited = await row<{ id: number }>(em)`
    select id from requests where content_id = ${id} and state in ('accepted', 'paid', 'disputed')`;
  if (!awaited) return;
  const link = { href: `/requests/${awaited.id}`, label: 'See the request' };
  throw new Refused('This is made for a request that is not finished. Cancel the request first.', {
    status: 409,
    link,
  });
}
