import { countAll, db, sql } from '../../../db/kysely.server.ts';
import type { Scope } from '../../../scope.ts';

export interface UnreadCounts {
  messages: number;
  notifications: number;
}

const mostCounted = 100;

export async function countUnread({ em, viewer }: Pick<Scope, 'em' | 'viewer'>): Promise<UnreadCounts> {
  if (!viewer) return { messages: 0, notifications: 0 };
  const tables = db(em);
  const written = tables
    .selectFrom('conversation_sides')
    .select('unread')
    .where('user_id', '=', viewer.id)
    .where('unread', '>', 0)
    .limit(mostCounted);
  const shown = tables
    .selectFrom('notifications')
    .where('user_id', '=', viewer.id)
    .where('read_at', 'is', null)
    .limit(mostCounted);
  const { messages, notifications } = await tables
    .selectNoFrom([
      tables.selectFrom(written.as('written')).select(sql<number>`sum(unread)::int`.as('sum')).as('messages'),
      tables.selectFrom(shown.as('shown')).select(countAll().as('count')).as('notifications'),
    ])
    .executeTakeFirstOrThrow();
  return { messages: messages ?? 0, notifications: notifications ?? 0 };
}
