import { anyOf, db, sql } from '../../../db/kysely.server.ts';
import type { MemberScope } from '../../../scope.ts';
import type { PageOf, PageRequest } from '../../core/lists/keyset.ts';
import { newestFirst } from '../../core/lists/newest-first.server.ts';
import { type Card, markCards } from '../../library/catalog/cards.server.ts';
import { forgetWaiting } from './forget-waiting.server.ts';
import { type HistoryRow, historyCards } from './history.sql.server.ts';

export type HistoryEntry = Card & Pick<HistoryRow, 'lastAt'>;

/** What the member opened, the last first. Items that they may no longer know of are left out.
 *  @returns cards with when they were last opened */
export async function listHistory(scope: MemberScope, asked: PageRequest): Promise<PageOf<HistoryEntry>> {
  const { cut, ...slice } = newestFirst(asked, { at: sql`w.last_at`, id: sql`w.content_id` });
  const fetched = await historyCards(scope.em, scope.viewer.id, slice);
  const page = cut(fetched, ({ lastAt, id }) => ({ value: lastAt, id }));
  return { ...page, items: (await markCards(scope, page.items)).filter(isKnown) };
}

const isKnown = (card: Card) => card.status === 'published' || card.mediaAccess !== 'locked';

export async function isPaused({ em, viewer }: MemberScope): Promise<boolean> {
  const found = await db(em)
    .selectFrom('users')
    .select('history_paused as isPaused')
    .where('id', '=', viewer.id)
    .executeTakeFirst();
  return found?.isPaused ?? false;
}

/** While it is paused, nothing that the member opens or watches is kept. */
export async function setPaused(scope: MemberScope, paused: boolean): Promise<void> {
  const { em, viewer } = scope;
  await db(em)
    .updateTable('users')
    .set({ history_paused: paused })
    .where('id', '=', viewer.id)
    .where('history_paused', '!=', paused)
    .execute();
  // Also when it goes on, because players without our script report while it is paused.
  await forgetWaiting(scope);
}

/** Forgets what was opened and where it was left; what is marked as seen stays so. In parts, so that no statement
 *  takes long. */
export async function clearHistory(scope: MemberScope): Promise<void> {
  const { em, viewer, views } = scope;
  await forgetWaiting(scope);
  await views.flush(em);
  const most = 5_000;
  for (let found = most; found === most; ) {
    const part = await db(em)
      .selectFrom('watched')
      .select('content_id as id')
      .where('user_id', '=', viewer.id)
      .where('last_at', 'is not', null)
      .limit(most)
      .execute();
    found = part.length;
    await forget(
      scope,
      part.map(({ id }) => id),
    );
  }
}

/** Takes one item out of the history. */
export const forgetItem = async (scope: MemberScope, contentId: number): Promise<void> => {
  await forgetWaiting(scope, contentId);
  await scope.views.flush(scope.em);
  await forget(scope, [contentId]);
};

async function forget({ em, viewer }: MemberScope, ids: number[]) {
  await em.transactional(async (inside) => {
    const tables = db(inside);
    await tables
      .deleteFrom('watched')
      .where('user_id', '=', viewer.id)
      .where('content_id', '=', anyOf('int4', ids))
      .where('seen_at', 'is', null)
      .execute();
    await tables
      .updateTable('watched')
      .set({ last_at: null, seconds: null, placed_at: null })
      .where('user_id', '=', viewer.id)
      .where('content_id', '=', anyOf('int4', ids))
      .execute();
  });
}
