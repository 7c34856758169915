import { db, sql } from '../../../db/kysely.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutForwardPage, type ForwardRequest, readCursor } from '../../core/lists/keyset.ts';
import { fullName } from '../../identity/accounts/full-name.server.ts';

const excerptLength = 140;

/** A page of the member's conversations, the latest message first. */
export async function listConversations({ em, viewer }: MemberScope, { size, after }: ForwardRequest) {
  const cursor = readCursor(after, 'whole');
  const page = db(em)
    .selectFrom('conversation_sides')
    .select(['conversation_id', 'other_id', 'last_message_id', 'unread'])
    .where('user_id', '=', viewer.id)
    .where((eb) => (cursor ? eb('last_message_id', '<', Number(cursor.value)) : eb.lit(true)))
    .orderBy('last_message_id', 'desc')
    .limit(size + 1);
  const fetched = await db(em)
    .with(
      (cte) => cte('page').materialized(),
      () => page,
    )
    .selectFrom('page as s')
    .innerJoin('users as u', 'u.id', 's.other_id')
    .innerJoin('messages as m', 'm.id', 's.last_message_id')
    .select((eb) => [
      's.conversation_id as id',
      'u.username',
      'u.id as userId',
      fullName.as('name'),
      eb.case().when('u.status', '=', 'active').then(eb.ref('u.profile_image_key')).end().as('imageKey'),
      's.unread',
      // Null when the account of the message's author is deleted.
      sql<string | null>`left(m.text, ${excerptLength})`.as('text'),
      sql<boolean>`m.sender_id = ${viewer.id}`.as('isOwn'),
      'm.sent_at as sentAt',
      eb
        .exists(
          eb
            .selectFrom('media')
            .select('id')
            .whereRef('message_id', '=', 'm.id')
            .where('status', '=', 'ready'),
        )
        .$castTo<boolean>()
        .as('hasPictures'),
      's.last_message_id as lastId',
    ])
    .orderBy('s.last_message_id', 'desc')
    .execute();
  const cut = cutForwardPage(fetched, size, ({ lastId, id }) => ({ value: String(lastId), id }));
  return { ...cut, items: cut.items.map(({ lastId, ...line }) => line) };
}
