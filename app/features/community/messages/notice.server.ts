import { randomUUID } from 'node:crypto';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { row, rows } from '../../../db/sql.server.ts';
import type { MemberScope, SystemContext } from '../../../scope.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { unreadEmail } from './emails.ts';

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

/** Sends the due emails about unread messages to members who want them; never the texts. */
export async function sendDueNotices({ em, origin, now }: SystemContext): Promise<void> {
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
      ...unreadEmail(firstName, facts, {
        conversation: `${origin}/messages/${otherUsername}`,
        setting: `${origin}/messages#mails`,
      }),
    }));
    await enqueue(inside, 'send-mail', ...mails);
  });
}

export async function wantsMails({ em, viewer }: MemberScope): Promise<boolean> {
  const found = await row<{ wanted: boolean }>(em)`
    select wants_message_mail as wanted from users where id = ${viewer.id}`;
  return found?.wanted ?? false;
}

export async function setWantsMails({ em, viewer }: MemberScope, wanted: boolean): Promise<void> {
  await row(em)`update users set wants_message_mail = ${wanted} where id = ${viewer.id}`;
}
