import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { State } from '../../../domain/support-topics.ts';
import { cutOnward, type OnwardRequest, readCursor } from '../../core/lists/keyset.ts';

export const stateOf = sql<State>`case when q.due_at is not null then 'open' when q.closed_at is not null then 'closed'
  else 'answered' end`;

/** A reply; `author` is the username, shown to admins only. */
export type Words = Awaited<ReturnType<typeof readWords>>['items'][number];

/** A page of the replies to a question, newest first. The caller checks the access. */
export async function readWords(em: Em, questionId: number, { size, after }: OnwardRequest) {
  const cursor = readCursor(after, 'whole');
  const fetched = await db(em)
    .selectFrom('support_words as w')
    .leftJoin('users as u', 'u.id', 'w.author_id')
    .select(['w.id', 'w.is_answer as isAnswer', 'u.username as author', 'w.text', 'w.at'])
    .where('w.question_id', '=', questionId)
    .where((w) => (cursor ? w('w.id', '<', cursor.id) : w.lit(true)))
    .orderBy('w.id', 'desc')
    .limit(size + 1)
    .execute();
  return cutOnward(fetched, size, ({ id }) => ({ value: String(id), id }));
}

/** The reply that this form sent before, by its `idempotencyKeyOf`. */
export async function wordsNamed(em: Em, name: string): Promise<{ id: number; isNew: boolean } | null> {
  const found = await db(em)
    .selectFrom('support_words')
    .select('id')
    .where('attempt', '=', name)
    .executeTakeFirst();
  return found ? { id: found.id, isNew: false } : null;
}
