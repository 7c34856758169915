import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Deletes the notifications of a leaving member, and their words from other members' notifications. */
export async function eraseNotifications(em: Em, memberId: number): Promise<void> {
  await db(em).deleteFrom('notifications').where('user_id', '=', memberId).execute();
  await db(em)
    .updateTable('notifications')
    .set({ title: null })
    .where('by_id', '=', memberId)
    .where('title', 'is not', null)
    .execute();
}
