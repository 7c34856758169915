import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';

/** Takes the words of a member who leaves out of their conversations; what others wrote to them stays the others'. */
export async function forgetMessages(em: Em, memberId: number): Promise<void> {
  await row(em)`update messages set text = null where sender_id = ${memberId} and text is not null`;
  await row(em)`update conversation_sides set unread = 0, notice_due_at = null where user_id = ${memberId}`;
  await row(em)`delete from blocks where member_id = ${memberId} or blocked_id = ${memberId}`;
}
