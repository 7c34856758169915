import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { endRequestsOf } from './steps/expire-overdue.server.ts';

/** Removes a leaving member from their requests: open ones end, and their words are deleted. Work that was never
 *  delivered loses its files, so that no one opens it unfinished. */
export async function eraseRequests(em: Em, memberId: number, at: Date): Promise<void> {
  await db(em)
    .updateTable('media')
    .set({ content_id: null })
    .where('content_id', 'in', (eb) =>
      eb
        .selectFrom('requests')
        .select('content_id')
        .where('creator_id', '=', memberId)
        .where('state', 'in', ['accepted', 'paid']),
    )
    .execute();
  // The words are deleted first, so that the notifications do not contain them.
  await db(em)
    .updateTable('requests')
    .set({ details: null, title: 'A request' })
    .where('requester_id', '=', memberId)
    .execute();
  await db(em)
    .updateTable('notifications as n')
    .from('requests as r')
    .set({ title: null })
    .where('r.requester_id', '=', memberId)
    .whereRef('n.user_id', '=', 'r.creator_id')
    .where('n.kind', '=', 'request')
    .whereRef('n.about_id', '=', 'r.id')
    .execute();
  await endRequestsOf(em, memberId, at);
  await db(em)
    .updateTable('request_steps')
    .set({ note: null })
    .where('actor_id', '=', memberId)
    .where('note', 'is not', null)
    .execute();
  await db(em).deleteFrom('request_offers').where('creator_id', '=', memberId).execute();
}
