import { idempotencyKeyOf } from '../../../db/idempotency-key.server.ts';
import { db, takeAdvisoryLock } from '../../../db/kysely.server.ts';
import type { Scope } from '../../../scope.ts';
import { accountKeyFrom, addressKey, enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import type { QuestionInput, VisitorQuestion } from './question.schema.ts';
import { dueAfter } from './response-time.ts';

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
    await takeAdvisoryLock(inside, attempt);
    const first = await askedBefore({ em: inside }, attempt);
    if (first) return first;
    const at = now();
    const made = await db(inside)
      .insertInto('support_questions')
      .values({
        asker_id: viewer?.id ?? null,
        name: visitor?.name ?? null,
        email: visitor?.email ?? null,
        topic,
        subject,
        reference: reference || null,
        asked_at: at,
        last_at: at,
        due_at: dueAfter(at, topic),
      })
      .returning(['id', 'due_at as dueAt'])
      .executeTakeFirstOrThrow();
    await db(inside)
      .insertInto('support_replies')
      .values({
        question_id: made.id,
        author_id: viewer?.id ?? null,
        is_answer: false,
        text,
        attempt,
        at,
      })
      .execute();
    return { id: made.id, dueAt: made.dueAt ?? '', isNew: true };
  });
}

async function askedBefore({ em }: Pick<Scope, 'em'>, attempt: string): Promise<AskedQuestion | null> {
  const found = await db(em)
    .selectFrom('support_replies as r')
    .innerJoin('support_questions as q', 'q.id', 'r.question_id')
    .select((q) => ['q.id', q.fn.coalesce('q.due_at', 'q.last_at').as('dueAt')])
    .where('r.attempt', '=', attempt)
    .executeTakeFirst();
  return found ? { ...found, isNew: false } : null;
}
