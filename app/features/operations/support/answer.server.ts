import { randomUUID } from 'node:crypto';
import { idempotencyKeyOf } from '../../../db/idempotency-key.server.ts';
import { db, sql } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { contactPath } from '../../../domain/contact.ts';
import { nameOf, ownPath } from '../../../domain/support-topics.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { onMoment } from '../../../ui/date.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { memberEmail, visitorEmail } from './emails.ts';
import type { AnswerInput } from './question.schema.ts';
import { replyOfAttempt } from './thread.server.ts';

/** A question with its row locked. `to` is the receiver's address; null once the account is deleted. */
type Locked = Awaited<ReturnType<typeof lockQuestion>>;

/** Answers a question by email and in the account, once per form; `input.seen` is the last reply its sender had read.
 *  @throws NotFound; Refused when there is a newer reply */
export async function answerQuestion(scope: AdminScope, id: number, input: AnswerInput): Promise<void> {
  const { text, close, seen } = input;
  const attempt = idempotencyKeyOf(input.attempt, `admin ${scope.viewer.id}`, id, text);
  await scope.em.transactional(async (em) => {
    await lockMembers(em, [scope.viewer.id], 'key share');
    const question = await lockQuestion(em, id);
    if (await replyOfAttempt(em, attempt)) return;
    mustBeSeen(question, seen);
    const at = scope.now();
    const reply = await db(em)
      .insertInto('support_replies')
      .values({ question_id: id, author_id: scope.viewer.id, is_answer: true, text, attempt, at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db(em)
      .updateTable('support_questions')
      .set({ due_at: null, is_warned: false, last_at: at, closed_at: close ? at : null })
      .where('id', '=', id)
      .execute();
    await recordAuditOf(scope, em, {
      verb: close ? 'answered and closed' : 'answered',
      kind: 'question',
      id,
      name: nameOf(id),
    });
    await sendAnswer(scope, em, question, text);
    if (question.askerId === null) return;
    await notify(em, {
      kind: 'support',
      event: 'answered',
      to: question.askerId,
      about: id,
      newest: reply.id,
      title: question.subject,
      at,
    });
  });
}

/** Closes a question, such as spam, without an email. @throws NotFound; Refused after a newer reply */
export async function closeQuestion(scope: AdminScope, id: number, seen?: number): Promise<void> {
  await scope.em.transactional(async (em) => {
    await lockMembers(em, [scope.viewer.id], 'key share');
    const question = await lockQuestion(em, id);
    if (question.isClosed) return;
    mustBeSeen(question, seen);
    await db(em)
      .updateTable('support_questions')
      .set({ due_at: null, is_warned: false, closed_at: scope.now() })
      .where('id', '=', id)
      .execute();
    await recordAuditOf(scope, em, { verb: 'closed', kind: 'question', id, name: nameOf(id) });
  });
}

async function lockQuestion(em: Em, id: number) {
  const locked = await db(em)
    .selectFrom('support_questions')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked) throw new NotFound();
  // Read under the lock, so that replies written before it are seen.
  const found = await db(em)
    .selectFrom('support_questions as q')
    .leftJoin('users as u', 'u.id', 'q.asker_id')
    .crossJoinLateral((q) =>
      q
        .selectFrom('support_replies')
        .selectAll()
        .whereRef('question_id', '=', 'q.id')
        .orderBy('id', 'desc')
        .limit(1)
        .as('r'),
    )
    .leftJoin('users as a', 'a.id', 'r.author_id')
    .select([
      'q.id',
      'q.subject',
      'q.asker_id as askerId',
      sql<boolean>`q.closed_at is not null`.as('isClosed'),
      sql<string | null>`coalesce(q.email, case when u.status <> 'deleted' then u.email::text end)`.as('to'),
      sql<string>`coalesce(q.name, u.first_name)`.as('name'),
      'r.id as lastId',
      'r.is_answer as lastIsAnswer',
      'a.username as lastBy',
      'r.at as lastAt',
    ])
    .where('q.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound();
  return found;
}

function mustBeSeen({ lastId, lastIsAnswer, lastBy, lastAt }: Locked, seen: number | undefined) {
  if (seen === undefined || seen === lastId) return;
  const who = lastIsAnswer ? `@${lastBy ?? 'someone'} already answered this` : 'They wrote again';
  throw new Refused(
    `${who} ${onMoment(lastAt)}. Please read it above. Your answer was not sent; send it again if it still fits.`,
  );
}

/** Sends the answer by email, unless the account is deleted. */
async function sendAnswer(
  { origin }: AdminScope,
  em: Em,
  { id, to, name, subject, askerId }: Locked,
  answer: string,
) {
  if (to === null) return;
  const said = { id, subject, answer };
  const written =
    askerId === null
      ? visitorEmail(name, said, origin + contactPath)
      : memberEmail(name, said, origin + ownPath(id));
  await enqueue(em, 'send-mail', { id: randomUUID(), to, ...written });
}
