import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import { cutOnward, type OnwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';

export const stateOf = fragment`case when q.due_at is not null then 'open' when q.closed_at is not null then 'closed'
  else 'answered' end`;

/** A reply; `author` is the username, shown to admins only. */
export interface Words {
  id: number;
  isAnswer: boolean;
  author: string | null;
  text: string;
  at: string;
}

/** A page of the replies to a question, newest first. The caller checks the access. */
export async function readWords(
  em: Em,
  questionId: number,
  { size, after }: OnwardRequest,
): Promise<PageOf<Words>> {
  const cursor = readCursor(after, 'whole');
  const beyond = cursor ? fragment`and w.id < ${cursor.id}` : fragment``;
  const fetched = await rows<Words>(em)`
    select w.id, w.is_answer as "isAnswer", u.username::text as author, w.text, w.at
    from support_words w left join users u on u.id = w.author_id
    where w.question_id = ${questionId} ${beyond} order by w.id desc limit ${size + 1}`;
  return cutOnward(fetched, size, ({ id }) => ({ value: String(id), id }));
}

/** The reply that this form sent before, by its `idempotencyKeyOf`. */
export async function wordsNamed(em: Em, name: string): Promise<{ id: number; isNew: boolean } | null> {
  const found = await row<{ id: number }>(em)`select id from support_words where attempt = ${name}`;
  return found && { id: found.id, isNew: false };
}
