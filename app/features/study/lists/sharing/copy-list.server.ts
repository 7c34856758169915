import { db } from '../../../../db/kysely.server.ts';
import type { Em } from '../../../../db/orm.server.ts';
import { retryOnConflict } from '../../../../db/retry-on-conflict.server.ts';
import { NotFound } from '../../../../errors.ts';
import type { MemberScope } from '../../../../scope.ts';
import { enforceRateLimit } from '../../../core/rate-limits/rate-limit.server.ts';
import { type Card, visibleCards } from '../../../library/catalog/cards.server.ts';
import { findList } from '../access.server.ts';
import { listEntries } from '../entry-list.server.ts';
import type { NewList } from '../list.schema.ts';
import { listLimits } from '../list-terms.ts';
import { insertList } from '../lists.server.ts';

/** Makes a private list of the viewer's own from one that they may read: the items that they may see, in their order.
 *  Notes stay with who wrote them.
 *  @throws NotFound, Refused 409 beyond the limit of lists, or 429 */
export async function copyList(
  scope: MemberScope,
  id: number,
  key: string | null,
  attempt?: string,
): Promise<number> {
  await enforceRateLimit(scope, 'list');
  // Between the look and the write an item may be deleted; the next try then does not find it.
  return retryOnConflict(async () => {
    const list = await findList(scope, id, key);
    const { entries } = await listEntries(scope, list, { after: 0, size: listLimits.entries });
    const shown = entries.flatMap(({ card, note }) =>
      card ? [{ card, note: list.isOwn ? note : null }] : [],
    );
    const { title, description } = list;
    const words = { title, description: list.isOwn ? description : null };
    return makeListOf(scope, { ...words, attempt }, shown);
  });
}

/** Makes a private list of items that the viewer may see, such as those that teach a way of the map.
 *  @throws NotFound when they may see none of them, Refused 409 beyond the limit of lists, or 429 */
export async function listOfItems(
  scope: MemberScope,
  { title, items }: { title: string; items: number[] },
): Promise<number> {
  await enforceRateLimit(scope, 'list');
  return retryOnConflict(async () => {
    const cards = await visibleCards(scope, items);
    const shown = [...new Set(items)].flatMap((id) => cards.get(id) ?? []);
    if (shown.length === 0) throw new NotFound();
    return makeListOf(
      scope,
      { title, description: null },
      shown.map((card) => ({ card, note: null })),
    );
  });
}

const makeListOf = (
  scope: MemberScope,
  words: Pick<NewList, 'title' | 'description' | 'attempt'>,
  shown: readonly { card: Card; note: string | null }[],
) =>
  scope.em.transactional(async (em) => {
    const made = await insertList(em, scope, { ...words, kind: 'list', visibility: 'private' });
    if (shown.length === 0 || (await hasEntries(em, made))) return made;
    await db(em)
      .insertInto('list_entries')
      .values(
        shown.map(({ card, note }, index) => ({
          list_id: made,
          content_id: card.id,
          title_then: card.title,
          note,
          position: index + 1,
          added_at: scope.now(),
        })),
      )
      .execute();
    await db(em).updateTable('lists').set({ entry_count: shown.length }).where('id', '=', made).execute();
    return made;
  });

/** Whether the same button has made and filled the list before. */
async function hasEntries(em: Em, listId: number): Promise<boolean> {
  const found = await db(em)
    .selectFrom('list_entries')
    .select('id')
    .where('list_id', '=', listId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
