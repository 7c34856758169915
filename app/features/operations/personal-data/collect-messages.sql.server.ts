import type { Em } from '../../../db/orm.server.ts';
import { bool, int, moment, nullable, rows, text, texts } from '../../../db/raw.server.ts';
import type { Asked } from './collection.ts';

/** Messages that a member wrote and received, from both sides of each conversation. */
export const readMessages = (em: Em, { memberId, after, size }: Asked) =>
  rows(em, {
    key: int,
    from: text,
    to: text,
    text: nullable(text),
    sentAt: moment,
    youBeganThisConversation: bool,
    youReadIt: nullable(bool),
    pictures: texts,
  })`
    select m.id as key, f.username as from, t.username as to, m.text, m.sent_at as "sentAt",
      k.started_by = ${memberId} as "youBeganThisConversation",
      case when m.sender_id <> ${memberId} then m.id <= s.read_up_to end as "youReadIt",
      array(select key from media where message_id = m.id and owner_id = ${memberId} order by position) as pictures
    from conversation_sides s join conversations k on k.id = s.conversation_id
    join messages m on m.conversation_id = k.id
    join users f on f.id = m.sender_id
    join users t on t.id = case when m.sender_id = s.user_id then s.other_id else s.user_id end
    where s.user_id = ${memberId} and m.id > ${after} order by m.id limit ${size}`;
