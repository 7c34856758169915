import { fragment, rows } from '../../../db/sql.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutOnward, type OnwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';

export interface ConversationLine {
  id: number;
  username: string;
  userId: number;
  name: string;
  imageKey: string | null;
  unread: number;
  /** The beginning of the last message; null when its author's account is deleted. */
  text: string | null;
  hasPictures: boolean;
  isOwn: boolean;
  sentAt: string;
}

const excerptLength = 140;

/** A page of the member's conversations, the latest message first. */
export async function listConversations(
  { em, viewer }: MemberScope,
  { size, after }: OnwardRequest,
): Promise<PageOf<ConversationLine>> {
  const cursor = readCursor(after, 'whole');
  const beyond = cursor ? fragment`and last_message_id < ${Number(cursor.value)}` : fragment``;
  const fetched = await rows<ConversationLine & { lastId: number }>(em)`
    with page as materialized (
      select conversation_id, other_id, last_message_id, unread from conversation_sides
      where user_id = ${viewer.id} ${beyond} order by last_message_id desc limit ${size + 1}
    )
    select s.conversation_id as id, u.username::text, u.id as "userId", u.first_name || ' ' || u.last_name as name,
      case when u.status = 'active' then u.profile_image_key end as "imageKey", s.unread,
      left(m.text, ${excerptLength}) as text, m.sender_id = ${viewer.id} as "isOwn", m.sent_at as "sentAt",
      exists (select 1 from media where message_id = m.id and status = 'ready') as "hasPictures",
      s.last_message_id as "lastId"
    from page s join users u on u.id = s.other_id join messages m on m.id = s.last_message_id
    order by s.last_message_id desc`;
  const page = cutOnward(fetched, size, ({ lastId, id }) => ({ value: String(lastId), id }));
  return { ...page, items: page.items.map(({ lastId, ...line }) => line) };
}
