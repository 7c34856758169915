import { db } from '../../../../db/kysely.server.ts';
import { retryOnConflict } from '../../../../db/retry-on-conflict.server.ts';
import type { MemberScope } from '../../../../scope.ts';
import { enforceRateLimit } from '../../../core/rate-limits/rate-limit.server.ts';
import { findList } from '../access.server.ts';
import { listEntries } from '../entry-list.server.ts';
import { listLimits } from '../list-terms.ts';
import { insertList } from '../lists.server.ts';

/** Makes a private list of the viewer's own from one that they may read: the items that they may see, in their order.
 *  Notes stay with who wrote them.
 *  @throws NotFound, Refused 409 beyond the limit of lists, or 429 */
export async function copyList(scope: MemberScope, id: number, key: string | null): Promise<number> {
  await enforceRateLimit(scope, 'list');
  // Between the look and the write an item may be deleted; the next try then does not find it.
  return retryOnConflict(async () => {
    const list = await findList(scope, id, key);
    const { entries } = await listEntries(scope, list, { after: 0, size: listLimits.entries });
    const shown = entries.flatMap(({ card, note }) =>
      card ? [{ card, note: list.isOwn ? note : null }] : [],
    );
    return scope.em.transactional(async (em) => {
      const { title, description } = list;
      const made = await insertList(em, scope, {
        ...{ kind: 'list', title, visibility: 'private' },
        description: list.isOwn ? description : null,
      });
      if (shown.length === 0) return made;
      await db(em)
        .insertInto('list_entries')
        .values(
          shown.map(({ card, note }, index) => ({
            ...{ list_id: made, content_id: card.id, title_then: card.title, note, position: index + 1 },
            added_at: scope.now(),
          })),
        )
        .execute();
      await db(em).updateTable('lists').set({ entry_count: shown.length }).where('id', '=', made).execute();
      return made;
    });
  });
}
