import type { Em } from '../../../db/orm.server.ts';
import { int, row } from '../../../db/raw.server.ts';

interface ReadUpTo {
  memberId: number;
  conversationId: number;
  upTo: number;
}

/** Moves how far a member has read, never back, and counts the other member's later messages. */
export const markReadUpTo = (em: Em, { memberId, conversationId, upTo }: ReadUpTo) =>
  row(em, { unread: int })`
  update conversation_sides s set read_up_to = seen.up_to, unread = seen.further,
    notice_due_at = case when seen.further > 0 then s.notice_due_at end
  from (
    select t.up_to, (select count(*)::int from messages m where m.conversation_id = ${conversationId}
      and m.id > t.up_to and m.sender_id <> ${memberId}) as further
    from (
      select greatest(read_up_to, least(${upTo}::bigint, last_message_id)) as up_to from conversation_sides
      where conversation_id = ${conversationId} and user_id = ${memberId}
    ) t
  ) seen
  where s.conversation_id = ${conversationId} and s.user_id = ${memberId} returning s.unread`;
