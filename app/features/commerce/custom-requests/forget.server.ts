import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';
import { endRequestsOf } from './expire-overdue.server.ts';

/** Removes a leaving member from their requests: open ones end, and their words are deleted. Work that was never
 *  delivered loses its files, so that no one opens it unfinished. */
export async function forgetRequests(em: Em, memberId: number, at: Date): Promise<void> {
  await row(em)`
    update media set content_id = null where content_id in (
      select content_id from requests where creator_id = ${memberId} and state in ('accepted', 'paid'))`;
  // The words are deleted first, so that the notifications do not contain them.
  await row(em)`update requests set wish = null, title = 'A request' where requester_id = ${memberId}`;
  await row(em)`
    update notifications n set title = null from requests r
    where r.requester_id = ${memberId} and n.user_id = r.creator_id and n.kind = 'request' and n.about_id = r.id`;
  await endRequestsOf(em, memberId, at);
  await row(em)`update request_steps set note = null where actor_id = ${memberId} and note is not null`;
  await row(em)`delete from request_offers where creator_id = ${memberId}`;
}
