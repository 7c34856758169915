import { db, sql } from '../../../db/kysely.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutForwardPage, type ForwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import type { MediaRow } from '../../core/media/pictures.server.ts';
import { conversationRead } from '../../core/notifications/notifications.server.ts';
import { markReadUpTo } from './mark-read.sql.server.ts';
import { messagePictures } from './message-pictures.server.ts';
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
  { size, after }: ForwardRequest,
): Promise<Thread> {
  const { em, viewer } = scope;
  const person = await findPerson(scope, username);
  const { conversationId } = person;
  if (conversationId === null) return { person, unread: 0, items: [], after: null, before: null };
  const sides = await db(em)
    .selectFrom('conversation_sides as mine')
    .innerJoin('conversation_sides as theirs', 'theirs.conversation_id', 'mine.conversation_id')
    .select(['mine.unread', 'theirs.read_up_to as readByOther'])
    .where('mine.conversation_id', '=', conversationId)
    .where('mine.user_id', '=', viewer.id)
    .where('theirs.user_id', '=', person.id)
    .executeTakeFirst();
  const cursor = readCursor(after, 'whole');
  const fetched = await db(em)
    .selectFrom('messages')
    .select(['id', 'text', 'sent_at as sentAt', sql<boolean>`sender_id = ${viewer.id}`.as('isOwn')])
    .where('conversation_id', '=', conversationId)
    .where((eb) => (cursor ? eb('id', '<', cursor.id) : eb.lit(true)))
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const page = cutForwardPage(fetched, size, ({ id }) => ({ value: String(id), id }));
  const pictures = await messagePictures(
    em,
    page.items.map(({ id }) => id),
  );
  const items = page.items.map((each) => ({
    ...each,
    isRead: each.isOwn && each.id <= (sides?.readByOther ?? 0),
    pictures: pictures.filter(({ messageId }) => messageId === each.id),
  }));
  return { ...page, items, person, unread: sides?.unread ?? 0 };
}

/** Marks the other member's messages as read up to one that was shown; later ones stay unread. */
export async function markRead(
  { em, viewer, now }: MemberScope,
  conversationId: number,
  upTo: number,
): Promise<void> {
  await em.transactional(async (inside) => {
    // Takes the lock of `sendMessage`, so that a message that arrives now is counted before or after.
    await db(inside)
      .selectFrom('conversations')
      .select('id')
      .where('id', '=', conversationId)
      .forNoKeyUpdate()
      .execute();
    const side = { memberId: viewer.id, conversationId };
    const left = await markReadUpTo(inside, { ...side, upTo });
    await conversationRead(inside, { ...side, unread: left?.unread ?? 0, at: now() });
  });
}
