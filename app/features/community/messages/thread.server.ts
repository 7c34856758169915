import { fragment, row, rows } from '../../../db/sql.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutOnward, type OnwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import type { MediaRow } from '../../core/media/pictures.server.ts';
import { conversationRead } from '../../core/notifications/notifications.server.ts';
import { findPerson, type Person } from './person.server.ts';

export interface MessageFacts {
  id: number;
  /** Null when its author's account is deleted. */
  text: string | null;
  sentAt: string;
  isOwn: boolean;
  /** Whether the other member has opened it; only for one's own messages. */
  isRead: boolean;
  pictures: MediaRow[];
}

export interface Thread extends PageOf<MessageFacts> {
  person: Person;
  unread: number;
}

/** Messages with a member, newest first; maybe none. @throws NotFound, NotAllowed for oneself */
export async function readThread(
  scope: MemberScope,
  username: string,
  { size, after }: OnwardRequest,
): Promise<Thread> {
  const { em, viewer } = scope;
  const person = await findPerson(scope, username);
  const { conversationId } = person;
  if (conversationId === null) return { person, unread: 0, items: [], after: null, before: null };
  const sides = await row<{ unread: number; readByOther: number }>(em)`
    select mine.unread, theirs.read_up_to as "readByOther"
    from conversation_sides mine join conversation_sides theirs using (conversation_id)
    where conversation_id = ${conversationId} and mine.user_id = ${viewer.id} and theirs.user_id = ${person.id}`;
  const cursor = readCursor(after, 'whole');
  const beyond = cursor ? fragment`and id < ${cursor.id}` : fragment``;
  const fetched = await rows<Omit<MessageFacts, 'isRead' | 'pictures'>>(em)`
    select id, text, sent_at as "sentAt", sender_id = ${viewer.id} as "isOwn" from messages
    where conversation_id = ${conversationId} ${beyond} order by id desc limit ${size + 1}`;
  const page = cutOnward(fetched, size, ({ id }) => ({ value: String(id), id }));
  const pictures = await picturesOf(
    scope,
    page.items.map(({ id }) => id),
  );
  const items = page.items.map((each) => ({
    ...each,
    isRead: each.isOwn && each.id <= (sides?.readByOther ?? 0),
    pictures: pictures.filter(({ messageId }) => messageId === each.id),
  }));
  return { ...page, items, person, unread: sides?.unread ?? 0 };
}

const picturesOf = ({ em }: MemberScope, messageIds: number[]) =>
  rows<MediaRow & { messageId: number }>(em)`
    select message_id as "messageId", key, kind, mime, width, height, color, widths from media
    where message_id = any(${messageIds}::int[]) and status = 'ready' order by message_id, position`;

/** Marks the other member's messages as read up to one that was shown; later ones stay unread. */
export async function markRead(
  { em, viewer, now }: MemberScope,
  conversationId: number,
  upTo: number,
): Promise<void> {
  await em.transactional(async (inside) => {
    // Takes the lock of `sendMessage`, so that a message that arrives now is counted before or after.
    await row(inside)`select 1 from conversations where id = ${conversationId} for no key update`;
    const left = await row<{ unread: number }>(inside)`
      update conversation_sides s set read_up_to = seen.up_to, unread = seen.further,
        notice_due_at = case when seen.further > 0 then s.notice_due_at end
      from (
        select t.up_to, (select count(*)::int from messages m where m.conversation_id = ${conversationId}
          and m.id > t.up_to and m.sender_id <> ${viewer.id}) as further
        from (
          select greatest(read_up_to, least(${upTo}::int, last_message_id)) as up_to from conversation_sides
          where conversation_id = ${conversationId} and user_id = ${viewer.id}
        ) t
      ) seen
      where s.conversation_id = ${conversationId} and s.user_id = ${viewer.id} returning s.unread`;
    const read = { memberId: viewer.id, conversationId, unread: left?.unread ?? 0, at: now() };
    await conversationRead(inside, read);
  });
}
