import type { Em } from '../../../db/orm.server.ts';
import { int, rows, text } from '../../../db/raw.server.ts';

/** Marks the due notices as sent, and answers those that are still worth an email. */
export const takeDueNotices = (em: Em, now: Date, limit: number) =>
  rows(em, { memberId: int, to: text, firstName: text, unread: int, other: text, otherUsername: text })`
  with taken as (
    update conversation_sides s set notice_due_at = null, noticed_at = ${now}
    from (
      select conversation_id, user_id from conversation_sides where notice_due_at <= ${now}
      order by notice_due_at limit ${limit} for update skip locked
    ) d
    where s.conversation_id = d.conversation_id and s.user_id = d.user_id
    returning s.user_id, s.other_id, s.unread
  )
  select u.id as "memberId", u.email as to, u.first_name as "firstName", t.unread,
    o.first_name || ' ' || o.last_name as other, o.username as "otherUsername"
  from taken t join users u on u.id = t.user_id join users o on o.id = t.other_id
  where t.unread > 0 and u.wants_message_mail and u.status = 'active' and o.status = 'active'
    and u.email = u.verified_email
    and not exists (select 1 from blocks b where b.member_id = t.user_id and b.blocked_id = t.other_id)`;
