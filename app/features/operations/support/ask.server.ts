import { idempotencyKeyOf } from '../../../db/idempotency-key.server.ts';
import { row } from '../../../db/sql.server.ts';
import type { Scope } from '../../../scope.ts';
import { accountKeyFrom, addressKey, enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { dueAfter } from './promise.ts';
import type { QuestionInput, VisitorQuestion } from './question.schema.ts';

export interface AskedQuestion {
  id: number;
  dueAt: string;
  /** False when the same form sent it before. */
  isNew: boolean;
}

/** Asks support as a member, or as a visitor, who is answered by email alone. @throws Refused 429 */
export async function askQuestion(
  scope: Scope,
  input: QuestionInput | VisitorQuestion,
): Promise<AskedQuestion> {
  const { em, viewer, now } = scope;
  const visitor = !viewer && 'email' in input ? { name: input.name, email: input.email } : null;
  const { topic, subject, text, reference } = input;
  const who = viewer ? `member ${viewer.id}` : `visitor ${visitor?.email}`;
  const attempt = idempotencyKeyOf(input.attempt, who, topic, subject, text);
  const earlier = await askedBefore(scope, attempt);
  if (earlier) return earlier;
  await enforceRateLimit(scope, 'question from an address', addressKey(scope));
  await (visitor
    ? enforceRateLimit(scope, 'question', accountKeyFrom(scope, visitor.email))
    : enforceRateLimit(scope, 'question'));
  return em.transactional(async (inside) => {
    // Parallel presses take turns, so the second finds the question of the first.
    await row(inside)`select pg_advisory_xact_lock(hashtextextended(${attempt}, 0))`;
    const first = await askedBefore({ em: inside }, attempt);
    if (first) return first;
    const at = now();
    const made = await row<{ id: number; dueAt: string }>(inside)`
      insert into support_questions (asker_id, name, email, topic, subject, reference, asked_at, last_at, due_at)
      values (${viewer?.id ?? null}, ${visitor?.name ?? null}, ${visitor?.email ?? null}, ${topic}, ${subject},
        ${reference || null}, ${at}, ${at}, ${dueAfter(at, topic)})
      returning id, due_at as "dueAt"`;
    await row(inside)`
      insert into support_words (question_id, author_id, is_answer, text, attempt, at)
      values (${made?.id}, ${viewer?.id ?? null}, false, ${text}, ${attempt}, ${at})`;
    return { id: made?.id ?? 0, dueAt: made?.dueAt ?? '', isNew: true };
  });
}

async function askedBefore({ em }: Pick<Scope, 'em'>, attempt: string): Promise<AskedQuestion | null> {
  const found = await row<Omit<AskedQuestion, 'isNew'>>(em)`
    select q.id, coalesce(q.due_at, q.last_at) as "dueAt"
    from support_words w join support_questions q on q.id = w.question_id where w.attempt = ${attempt}`;
  return found && { ...found, isNew: false };
}
