import { randomUUID } from 'node:crypto';
import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import type { MemberScope, SystemContext } from '../../../scope.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { takeDueNotices } from './due-notices.sql.server.ts';
import { unreadEmail } from './emails.ts';
import { offToken } from './off-token.server.ts';

/** Minutes: a member who is reading needs no email, and each conversation sends at most one an hour. */
const waitMinutes = 5;
const pauseMinutes = 60;
const mostAtOnce = 200;

interface NewMessage {
  messageId: number;
  conversationId: number;
  from: number;
  to: number;
  at: Date;
}

/** Everything that follows from a new message, in its transaction. */
export async function notifyOfMessage(
  em: Em,
  { messageId, conversationId, from, to, at }: NewMessage,
): Promise<void> {
  await notify(em, {
    kind: 'message',
    event: 'sent',
    to,
    by: from,
    about: conversationId,
    newest: messageId,
    at,
  });
  await db(em)
    .updateTable('conversation_sides')
    .set({
      notice_due_at: sql<string>`greatest(${at}::timestamptz + make_interval(mins => ${waitMinutes}),
        noticed_at + make_interval(mins => ${pauseMinutes}))`,
    })
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', to)
    .where('notice_due_at', 'is', null)
    .execute();
}

/** Sends the due emails about unread messages to members who want them; never the texts. */
export async function sendDueNotices({ em, origin, now, box }: SystemContext): Promise<void> {
  await em.transactional(async (inside) => {
    const due = await takeDueNotices(inside, now(), mostAtOnce);
    const mails = due.map(({ memberId, to, firstName, otherUsername, ...facts }) => {
      const offAddress = `${origin}/emails/off/${offToken(box, { kind: 'messages', memberId })}`;
      const conversation = `${origin}/messages/${otherUsername}`;
      const written = unreadEmail(firstName, facts, { conversation, offAddress });
      return { id: randomUUID(), to, offAddress, ...written };
    });
    await enqueue(inside, 'send-mail', ...mails);
  });
}

export async function wantsMails({ em, viewer }: MemberScope): Promise<boolean> {
  const found = await db(em)
    .selectFrom('users')
    .select('wants_message_mail as wanted')
    .where('id', '=', viewer.id)
    .executeTakeFirst();
  return found?.wanted ?? false;
}

export async function setWantsMails({ em, viewer }: MemberScope, wanted: boolean): Promise<void> {
  await db(em).updateTable('users').set({ wants_message_mail: wanted }).where('id', '=', viewer.id).execute();
}
