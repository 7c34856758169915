import { row } from '../../db/sql.server.ts';
import type { Scope } from '../../scope.ts';

/** What waits for a member, as the top of every page says. */
export interface Waiting {
  messages: number;
  notifications: number;
}

/** More than this is only known to be many. */
const mostCounted = 100;

/** How many messages and notifications nobody has opened yet; visitors have none, and ask nothing. */
export async function countWaiting({ em, viewer }: Pick<Scope, 'em' | 'viewer'>): Promise<Waiting> {
  const none = { messages: 0, notifications: 0 };
  if (!viewer) return none;
  const found = await row<Waiting>(em)`
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
