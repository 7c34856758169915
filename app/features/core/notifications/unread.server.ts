import { row } from '../../../db/sql.server.ts';
import type { Scope } from '../../../scope.ts';

export interface UnreadCounts {
  messages: number;
  notifications: number;
}

const mostCounted = 100;

export async function countUnread({ em, viewer }: Pick<Scope, 'em' | 'viewer'>): Promise<UnreadCounts> {
  const none = { messages: 0, notifications: 0 };
  if (!viewer) return none;
  const found = await row<UnreadCounts>(em)`
    select (
      select coalesce(sum(unread), 0)::int from (
        select unread from conversation_sides where user_id = ${viewer.id} and unread > 0 limit ${mostCounted}
      ) written
    ) as messages, (
      select count(*)::int from (
        select from notifications where user_id = ${viewer.id} and read_at is null limit ${mostCounted}
      ) told
    ) as notifications`;
  return found ?? none;
}
