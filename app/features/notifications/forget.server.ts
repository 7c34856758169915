import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';

/** What a member who leaves was told goes, and their words in what others were told of them. */
export async function forgetNotices(em: Em, memberId: number): Promise<void> {
  await row(em)`delete from notifications where user_id = ${memberId}`;
  await row(em)`update notifications set title = null where by_id = ${memberId} and title is not null`;
}
