import { fragment, row, rows } from '../../../db/sql.server.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope, MemberScope } from '../../../scope.ts';
import { type MediaRow, pictureOf } from '../../core/media/pictures.server.ts';

interface FoundMessage {
  senderId: number;
  sender: string;
  username: string;
  words: string | null;
  sentAt: string;
}

const columns = fragment`m.sender_id as "senderId", u.first_name || ' ' || u.last_name as sender, u.username::text,
  m.text as words, m.sent_at as "sentAt"`;

/** A message that one of its two members reports. @throws NotFound for all others */
export async function findMessage({ em, viewer }: MemberScope, id: number): Promise<FoundMessage> {
  const found = await row<FoundMessage>(em)`
    select ${columns} from messages m join users u on u.id = m.sender_id join conversations k on k.id = m.conversation_id
    where m.id = ${id} and ${viewer.id}::int in (k.low_id, k.high_id)`;
  if (!found) throw new NotFound();
  return found;
}

/** A message as admins see it; null unless it was reported. */
export async function reportedMessage(scope: AdminScope, id: number) {
  const found = await row<FoundMessage>(scope.em)`
    select ${columns} from messages m join users u on u.id = m.sender_id
    where m.id = ${id}
      and exists (select 1 from report_cases c where c.kind = 'message' and c.subject_id = m.id)`;
  if (!found) return null;
  const media = await rows<MediaRow>(scope.em)`
    select key, kind, mime, width, height, color, widths from media
    where message_id = ${id} and status = 'ready' order by position`;
  const pictures = media.map((each, index) =>
    pictureOf(scope, each, 'viewer', { alt: `Picture ${index + 1} of the message` }),
  );
  return { ...found, pictures };
}
