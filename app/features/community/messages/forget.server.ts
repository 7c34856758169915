import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';

/** Deletes the texts of a member whose account is deleted; messages that others wrote stay. */
export async function forgetMessages(em: Em, memberId: number): Promise<void> {
  await row(em)`update messages set text = null where sender_id = ${memberId} and text is not null`;
  await row(em)`update conversation_sides set unread = 0, notice_due_at = null where user_id = ${memberId}`;
  await row(em)`delete from blocks where member_id = ${memberId} or blocked_id = ${memberId}`;
}
