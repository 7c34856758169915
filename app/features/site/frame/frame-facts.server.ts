import type { Expression } from 'kysely';
import { db, sql } from '../../../db/kysely.server.ts';
import type { Scope } from '../../../scope.ts';
import { type Overdue, overdueOf } from '../../commerce/plans/billing-summary.server.ts';
import { type UnreadCounts, unreadOf } from '../../community/messages/unread.server.ts';

/** What the header and the banner of every page show of a member. */
export interface FrameFacts {
  unread: UnreadCounts;
  overdue: Overdue | null;
}

/** SQL for the facts of the member of an id, so that the statement that finds the viewer can read them, too. */
export function frameFactsOf(userId: Expression<number>) {
  const { messages, notifications } = unreadOf(userId);
  return sql<FrameFacts>`json_build_object(
    'unread', json_build_object('messages', ${messages}, 'notifications', ${notifications}),
    'overdue', ${overdueOf(userId)})`;
}

export async function readFrameFacts({ em, viewer }: Pick<Scope, 'em' | 'viewer'>): Promise<FrameFacts> {
  if (!viewer) return { unread: { messages: 0, notifications: 0 }, overdue: null };
  const facts = frameFactsOf(sql.val(viewer.id)).as('facts');
  return (await db(em).selectNoFrom(facts).executeTakeFirstOrThrow()).facts;
}
