import { bigint, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { State } from '../../../domain/support-topics.ts';
import { cutForwardPage, type ForwardRequest, readCursor } from '../../core/lists/keyset.ts';

export const stateOf = sql<State>`case when q.due_at is not null then 'open' when q.closed_at is not null then 'closed'
  else 'answered' end`;

/** A reply; `author` is the username, shown to admins only. */
export type SupportReply = Awaited<ReturnType<typeof listReplies>>['items'][number];

/** A page of the replies to a question, newest first. The caller checks the access. */
export async function listReplies(em: Em, questionId: number, { size, after }: ForwardRequest) {
  const cursor = readCursor(after, 'whole');
  const fetched = await db(em)
    .selectFrom('support_replies as r')
    .leftJoin('users as u', 'u.id', 'r.author_id')
    .select(['r.id', 'r.is_answer as isAnswer', 'u.username as author', 'r.text', 'r.at'])
    .where('r.question_id', '=', questionId)
    .where((r) => (cursor ? r('r.id', '<', bigint(cursor.id)) : r.lit(true)))
    .orderBy('r.id', 'desc')
    .limit(size + 1)
    .execute();
  return cutForwardPage(fetched, size, ({ id }) => ({ value: String(id), id }));
}

/** The reply that this form sent before, by its `idempotencyKeyOf`. */
export async function replyOfAttempt(
  em: Em,
  attempt: string,
): Promise<{ id: number; isNew: boolean } | null> {
  const found = await db(em)
    .selectFrom('support_replies')
    .select('id')
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return found ? { id: found.id, isNew: false } : null;
}
