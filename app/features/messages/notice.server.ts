import { randomUUID } from 'node:crypto';
import type { Em } from '../../db/orm.server.ts';
import { enqueue } from '../../db/queue.server.ts';
import { row, rows } from '../../db/sql.server.ts';
import type { HouseScope, MemberScope } from '../../scope.ts';
import { tell } from '../notifications/tell.server.ts';
import { unreadLetter } from './letters.ts';

/** Whoever is reading needs no mail; and nobody gets two about one conversation within the hour. */
const waitMinutes = 5;
const pauseMinutes = 60;
const mostAtOnce = 200;

interface NewMessage {
  messageId: number;
  conversationId: number;
  from: number;
  /** The member it was sent to. */
  to: number;
  at: Date;
}

/** What follows from a message, in its transaction: the one place to tell its receiver of it in whatever way. */
export async function tellOfMessage(
  em: Em,
  { messageId, conversationId, from, to, at }: NewMessage,
): Promise<void> {
  await tell(em, {
    kind: 'message',
    deed: 'sent',
    to,
    by: from,
    about: conversationId,
    newest: messageId,
    at,
  });
  await row(em)`
    update conversation_sides set notice_due_at = greatest(
      ${at}::timestamptz + make_interval(mins => ${waitMinutes}),
      noticed_at + make_interval(mins => ${pauseMinutes}))
    where conversation_id = ${conversationId} and user_id = ${to} and notice_due_at is null`;
}

interface Due {
  to: string;
  firstName: string;
  unread: number;
  other: string;
  otherUsername: string;
}

/** Writes to everybody for whom something has lain unread long enough and who wants to hear of it; never the words. */
export async function sendDueNotices({ em, origin, now }: HouseScope): Promise<void> {
  await em.transactional(async (inside) => {
    const due = await rows<Due>(inside)`
      with taken as (
        update conversation_sides s set notice_due_at = null, noticed_at = ${now()}
        from (
          select conversation_id, user_id from conversation_sides where notice_due_at <= ${now()}
          order by notice_due_at limit ${mostAtOnce} for update skip locked
        ) d
        where s.conversation_id = d.conversation_id and s.user_id = d.user_id
        returning s.user_id, s.other_id, s.unread
      )
      select u.email::text as to, u.first_name as "firstName", t.unread,
        o.first_name || ' ' || o.last_name as other, o.username::text as "otherUsername"
      from taken t join users u on u.id = t.user_id join users o on o.id = t.other_id
      where t.unread > 0 and u.wants_message_mail and u.status = 'active' and o.status = 'active'
        and u.email = u.verified_email
        and not exists (select 1 from blocks b where b.member_id = t.user_id and b.blocked_id = t.other_id)`;
    const mails = due.map(({ to, firstName, otherUsername, ...facts }) => ({
      id: randomUUID(),
      to,
      ...unreadLetter(firstName, facts, {
        conversation: `${origin}/messages/${otherUsername}`,
        setting: `${origin}/messages#mails`,
      }),
    }));
    await enqueue(inside, 'send-mail', ...mails);
  });
}

/** Whether the member wants such mails. */
export async function wantsMails({ em, viewer }: MemberScope): Promise<boolean> {
  const found = await row<{ wanted: boolean }>(em)`
    select wants_message_mail as wanted from users where id = ${viewer.id}`;
  return found?.wanted ?? false;
}

/** Turns such mails on or off. */
export async function setWantsMails({ em, viewer }: MemberScope, wanted: boolean): Promise<void> {
  await row(em)`update users set wants_message_mail = ${wanted} where id = ${viewer.id}`;
}
