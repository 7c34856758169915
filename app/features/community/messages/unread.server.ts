import { type Expression, expressionBuilder } from 'kysely';
import { countAll, db, sql } from '../../../db/kysely.server.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Scope } from '../../../scope.ts';

export interface UnreadCounts {
  messages: number;
  notifications: number;
}

const mostCounted = 100;

export async function countUnread({ em, viewer }: Pick<Scope, 'em' | 'viewer'>): Promise<UnreadCounts> {
  if (!viewer) return { messages: 0, notifications: 0 };
  const { messages, notifications } = unreadOf(sql.val(viewer.id));
  return db(em)
    .selectNoFrom([messages.as('messages'), notifications.as('notifications')])
    .executeTakeFirstOrThrow();
}

/** SQL for what the member of an id has not read. */
export function unreadOf(userId: Expression<number>) {
  const { selectFrom } = expressionBuilder<Tables>();
  const written = selectFrom('conversation_sides')
    .select('unread')
    .where('user_id', '=', userId)
    .where('unread', '>', 0)
    .limit(mostCounted);
  const shown = selectFrom('notifications')
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .limit(mostCounted);
  const sum = selectFrom(written.as('written')).select(sql<number>`coalesce(sum(unread), 0)::int`.as('sum'));
  const count = selectFrom(shown.as('shown')).select(countAll().as('count'));
  return { messages: sql<number>`(${sum})`, notifications: sql<number>`(${count})` };
}
