import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope, MemberScope } from '../../../scope.ts';
import { messagePictures } from '../../community/messages/message-pictures.server.ts';
import { pictureOf } from '../../core/media/pictures.server.ts';
import { fullName } from '../../identity/accounts/full-name.server.ts';

const messageById = (em: Em, id: number) =>
  db(em)
    .selectFrom('messages as m')
    .innerJoin('users as u', 'u.id', 'm.sender_id')
    .select([
      'm.sender_id as senderId',
      fullName.as('sender'),
      'u.username',
      'm.text as words',
      'm.sent_at as sentAt',
    ])
    .where('m.id', '=', id);

/** A message that one of its two members reports. @throws NotFound for all others */
export async function findMessage({ em, viewer }: MemberScope, id: number) {
  const found = await messageById(em, id)
    .innerJoin('conversations as k', 'k.id', 'm.conversation_id')
    .where((eb) => eb.or([eb('k.low_id', '=', viewer.id), eb('k.high_id', '=', viewer.id)]))
    .executeTakeFirst();
  if (!found) throw new NotFound();
  return found;
}

/** A message as admins see it; null unless it was reported. */
export async function reportedMessage(scope: AdminScope, id: number) {
  const found = await messageById(scope.em, id)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('report_cases as c')
          .select('c.id')
          .where('c.kind', '=', 'message')
          .whereRef('c.subject_id', '=', 'm.id'),
      ),
    )
    .executeTakeFirst();
  if (!found) return null;
  const media = await messagePictures(scope.em, [id]);
  const pictures = media.map((each, index) =>
    pictureOf(scope, each, 'viewer', { alt: `Picture ${index + 1} of the message` }),
  );
  return { ...found, pictures };
}
