import { idempotencyKeyOf } from '../../../db/idempotency-key.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import type { State, Topic } from '../../../domain/support-topics.ts';
import { NotFound } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutOnward, type OnwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { dueAfter } from './promise.ts';
import type { WordsInput } from './question.schema.ts';
import { stateOf, wordsNamed } from './thread.server.ts';

export interface OwnQuestion {
  id: number;
  topic: Topic;
  subject: string;
  reference: string | null;
  askedAt: string;
  lastAt: string;
  dueAt: string | null;
  state: State;
}

const columns = fragment`q.id, q.topic, q.subject, q.reference, q.asked_at as "askedAt", q.last_at as "lastAt",
  q.due_at as "dueAt", ${stateOf} as state`;

/** A page of the member's questions, the latest reply first. */
export async function listOwnQuestions(
  { em, viewer }: MemberScope,
  { size, after }: OnwardRequest,
): Promise<PageOf<OwnQuestion>> {
  const cursor = readCursor(after);
  const beyond = cursor
    ? fragment`and (q.last_at, q.id) < (${cursor.value}::timestamptz, ${cursor.id}::int)`
    : fragment``;
  const fetched = await rows<OwnQuestion>(em)`
    select ${columns} from support_questions q where q.asker_id = ${viewer.id} ${beyond}
    order by q.last_at desc, q.id desc limit ${size + 1}`;
  return cutOnward(fetched, size, ({ lastAt, id }) => ({ value: lastAt, id }));
}

/** One of the member's own questions. @throws NotFound */
export async function findOwnQuestion({ em, viewer }: MemberScope, id: number): Promise<OwnQuestion> {
  const found = await row<OwnQuestion>(em)`
    select ${columns} from support_questions q where q.id = ${id} and q.asker_id = ${viewer.id}`;
  if (!found) throw new NotFound();
  return found;
}

/** Adds to one's own question. A reply after an answer has a new due time. @throws NotFound, Refused 429 */
export async function addWords(
  scope: MemberScope,
  id: number,
  { text, attempt }: WordsInput,
): Promise<{ id: number; isNew: boolean }> {
  const { em, viewer, now } = scope;
  const name = idempotencyKeyOf(attempt, `member ${viewer.id}`, id, text);
  const { topic } = await findOwnQuestion(scope, id);
  const earlier = await wordsNamed(em, name);
  if (earlier) return earlier;
  await enforceRateLimit(scope, 'words to support');
  const made = await em.transactional(async (inside) => {
    await lockMembers(inside, [viewer.id], 'key share');
    await row(inside)`select 1 from support_questions where id = ${id} for no key update`;
    const words = await row<{ id: number }>(inside)`
      insert into support_words (question_id, author_id, is_answer, text, attempt, at)
      values (${id}, ${viewer.id}, false, ${text}, ${name}, ${now()})
      on conflict (attempt) do nothing returning id`;
    if (!words) return null;
    await row(inside)`
      update support_questions set last_at = ${now()}, closed_at = null,
        is_warned = is_warned and due_at is not null, due_at = coalesce(due_at, ${dueAfter(now(), topic)})
      where id = ${id}`;
    return { id: words.id, isNew: true };
  });
  return made ?? (await wordsNamed(em, name)) ?? { id: 0, isNew: false };
}

/** Closes one's own question; closing twice does no harm. @throws NotFound */
export async function closeOwnQuestion(scope: MemberScope, id: number): Promise<void> {
  await findOwnQuestion(scope, id);
  await row(scope.em)`
    update support_questions set due_at = null, closed_at = ${scope.now()}
    where id = ${id} and closed_at is null`;
}

const iso = (at: string) => new Date(at).toISOString();

export const questionJson = ({ askedAt, lastAt, dueAt, ...question }: OwnQuestion) => ({
  ...question,
  askedAt: iso(askedAt),
  lastAt: iso(lastAt),
  dueAt: dueAt && iso(dueAt),
});
