import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Deletes the texts of a member whose account is deleted; messages that others wrote stay. */
export async function eraseMessages(em: Em, memberId: number): Promise<void> {
  await db(em)
    .updateTable('messages')
    .set({ text: null })
    .where('sender_id', '=', memberId)
    .where('text', 'is not', null)
    .execute();
  await db(em)
    .updateTable('conversation_sides')
    .set({ unread: 0, notice_due_at: null })
    .where('user_id', '=', memberId)
    .execute();
  await db(em)
    .deleteFrom('blocks')
    .where((eb) => eb.or([eb('member_id', '=', memberId), eb('blocked_id', '=', memberId)]))
    .execute();
}
