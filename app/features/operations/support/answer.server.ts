import { randomUUID } from 'node:crypto';
import { idempotencyKeyOf } from '../../../db/idempotency-key.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { row } from '../../../db/sql.server.ts';
import { contactPath } from '../../../domain/contact.ts';
import { nameOf, ownPath } from '../../../domain/support-topics.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { momentOf } from '../../../ui/date.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { memberEmail, visitorEmail } from './emails.ts';
import type { AnswerInput } from './question.schema.ts';
import { wordsNamed } from './thread.server.ts';

/** A question with its row locked. */
interface Locked {
  id: number;
  subject: string;
  askerId: number | null;
  isClosed: boolean;
  /** The receiver's address; null once the account is deleted. */
  to: string | null;
  name: string;
  lastId: number;
  lastIsAnswer: boolean;
  lastBy: string | null;
  lastAt: string;
}

/**
 * Answers a question by email and in the account, once per form; `input.seen` is the last reply its sender
 * had read.
 * @throws NotFound; Refused when there is a newer reply
 */
export async function answerQuestion(scope: AdminScope, id: number, input: AnswerInput): Promise<void> {
  const { text, close, seen } = input;
  const attempt = idempotencyKeyOf(input.attempt, `admin ${scope.viewer.id}`, id, text);
  await scope.em.transactional(async (em) => {
    await lockMembers(em, [scope.viewer.id], 'key share');
    const question = await lockQuestion(em, id);
    if (await wordsNamed(em, attempt)) return;
    mustBeSeen(question, seen);
    const at = scope.now();
    const words = await row<{ id: number }>(em)`
      insert into support_words (question_id, author_id, is_answer, text, attempt, at)
      values (${id}, ${scope.viewer.id}, true, ${text}, ${attempt}, ${at}) returning id`;
    await row(em)`
      update support_questions set due_at = null, is_warned = false, last_at = ${at},
        closed_at = case when ${close ?? false} then ${at}::timestamptz end
      where id = ${id}`;
    await recordAuditOf(scope, em, {
      verb: close ? 'answered and closed' : 'answered',
      kind: 'question',
      id,
      name: nameOf(id),
    });
    await tellAnswer(scope, em, question, text);
    if (question.askerId === null) return;
    await notify(em, {
      kind: 'support',
      event: 'answered',
      to: question.askerId,
      about: id,
      newest: words?.id,
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
    await row(em)`
      update support_questions set due_at = null, is_warned = false, closed_at = ${scope.now()} where id = ${id}`;
    await recordAuditOf(scope, em, { verb: 'closed', kind: 'question', id, name: nameOf(id) });
  });
}

async function lockQuestion(em: Em, id: number): Promise<Locked> {
  const locked = await row(em)`select 1 from support_questions where id = ${id} for no key update`;
  if (!locked) throw new NotFound();
  // Read under the lock, so that replies written before it are seen.
  const found = await row<Locked>(em)`
    select q.id, q.subject, q.asker_id as "askerId", q.closed_at is not null as "isClosed",
      coalesce(q.email, case when u.status <> 'deleted' then u.email::text end) as to,
      coalesce(q.name, u.first_name) as name, w.id as "lastId", w.is_answer as "lastIsAnswer",
      a.username::text as "lastBy", w.at as "lastAt"
    from support_questions q left join users u on u.id = q.asker_id
    cross join lateral (select * from support_words where question_id = q.id order by id desc limit 1) w
    left join users a on a.id = w.author_id
    where q.id = ${id}`;
  if (!found) throw new NotFound();
  return found;
}

function mustBeSeen({ lastId, lastIsAnswer, lastBy, lastAt }: Locked, seen: number | undefined) {
  if (seen === undefined || seen === lastId) return;
  const who = lastIsAnswer ? `@${lastBy ?? 'somebody'} was first and answered this` : 'They wrote more';
  throw new Refused(
    `${who} on ${momentOf(lastAt)}. Please read it above. Nothing of yours was sent; send it again if it still fits.`,
  );
}

/** Sends the answer by email, unless the account is deleted. */
async function tellAnswer(
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
