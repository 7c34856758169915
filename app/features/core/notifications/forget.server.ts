import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';

/** Deletes the notifications of a leaving member, and their words from other members' notifications. */
export async function forgetNotifications(em: Em, memberId: number): Promise<void> {
  await row(em)`delete from notifications where user_id = ${memberId}`;
  await row(em)`update notifications set title = null where by_id = ${memberId} and title is not null`;
}
