import { idempotencyKeyOf } from '../../../db/idempotency-key.server.ts';
import { bigint, db, sql } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import { NotFound } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutForwardPage, type ForwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import type { ReplyInput } from './question.schema.ts';
import { dueAfter } from './response-time.ts';
import { replyOfAttempt, stateOf } from './thread.server.ts';

export type OwnQuestion = Awaited<ReturnType<typeof findOwnQuestion>>;

const ownQuestions = ({ em, viewer }: MemberScope) =>
  db(em)
    .selectFrom('support_questions as q')
    .select([
      'q.id',
      'q.topic',
      'q.subject',
      'q.reference',
      'q.asked_at as askedAt',
      'q.last_at as lastAt',
      'q.due_at as dueAt',
      stateOf.as('state'),
    ])
    .where('q.asker_id', '=', viewer.id);

export async function listOwnQuestions(
  scope: MemberScope,
  { size, after }: ForwardRequest,
): Promise<PageOf<OwnQuestion>> {
  const cursor = readCursor(after);
  const fetched = await ownQuestions(scope)
    .where((q) =>
      cursor
        ? q(q.refTuple('q.last_at', 'q.id'), '<', q.tuple(cursor.value, bigint(cursor.id)))
        : q.lit(true),
    )
    .orderBy('q.last_at', 'desc')
    .orderBy('q.id', 'desc')
    .limit(size + 1)
    .execute();
  return cutForwardPage(fetched, size, ({ lastAt, id }) => ({ value: lastAt, id }));
}

/** One of the member's own questions. @throws NotFound */
export async function findOwnQuestion(scope: MemberScope, id: number) {
  const found = await ownQuestions(scope).where('q.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound();
  return found;
}

/** Adds to one's own question. A reply after an answer has a new due time. @throws NotFound, Refused 429 */
export async function addReply(
  scope: MemberScope,
  id: number,
  { text, attempt }: ReplyInput,
): Promise<{ id: number; isNew: boolean }> {
  const { em, viewer, now } = scope;
  const name = idempotencyKeyOf(attempt, `member ${viewer.id}`, id, text);
  const { topic } = await findOwnQuestion(scope, id);
  const earlier = await replyOfAttempt(em, name);
  if (earlier) return earlier;
  await enforceRateLimit(scope, 'reply to support');
  const made = await em.transactional(async (inside) => {
    await lockMembers(inside, [viewer.id], 'key share');
    await db(inside)
      .selectFrom('support_questions')
      .select('id')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .execute();
    const reply = await db(inside)
      .insertInto('support_replies')
      .values({ question_id: id, author_id: viewer.id, is_answer: false, text, attempt: name, at: now() })
      .onConflict((twice) => twice.column('attempt').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!reply) return null;
    await db(inside)
      .updateTable('support_questions')
      .set({
        last_at: now(),
        closed_at: null,
        is_warned: sql`is_warned and due_at is not null`,
        due_at: sql`coalesce(due_at, ${dueAfter(now(), topic)})`,
      })
      .where('id', '=', id)
      .execute();
    return { id: reply.id, isNew: true };
  });
  return made ?? (await replyOfAttempt(em, name)) ?? { id: 0, isNew: false };
}

/** Closes one's own question; closing twice does no harm. @throws NotFound */
export async function closeOwnQuestion(scope: MemberScope, id: number): Promise<void> {
  await findOwnQuestion(scope, id);
  await db(scope.em)
    .updateTable('support_questions')
    .set({ due_at: null, closed_at: scope.now() })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute();
}

const iso = (at: string) => new Date(at).toISOString();

export const questionJson = ({ askedAt, lastAt, dueAt, ...question }: OwnQuestion) => ({
  ...question,
  askedAt: iso(askedAt),
  lastAt: iso(lastAt),
  dueAt: dueAt && iso(dueAt),
});
