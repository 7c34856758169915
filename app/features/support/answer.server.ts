import { randomUUID } from 'node:crypto';
import type { Em } from '../../db/orm.server.ts';
import { enqueue } from '../../db/queue.server.ts';
import { sentOnce } from '../../db/sent-once.server.ts';
import { row } from '../../db/sql.server.ts';
import { NotFound, Refused } from '../../errors.ts';
import type { AdminScope } from '../../scope.ts';
import { momentOf } from '../../ui/date.ts';
import { recordActOf } from '../acts/acts.server.ts';
import { tell } from '../notifications/tell.server.ts';
import { contactPath } from '../site/contact.ts';
import { memberLetter, visitorLetter } from './letters.ts';
import type { AnswerInput } from './question.schema.ts';
import { wordsNamed } from './thread.server.ts';
import { nameOf, ownPath } from './words.ts';

/** A question while somebody deals with it. */
interface Locked {
  id: number;
  subject: string;
  askerId: number | null;
  isClosed: boolean;
  /** To whom the answer goes; null once they have left. */
  to: string | null;
  name: string;
  lastId: number;
  lastIsAnswer: boolean;
  lastBy: string | null;
  lastAt: string;
}

/**
 * Answers a question, by mail and, for a member, in the account; `close` says that nothing is left to answer. The
 * same form with the same words is one answer.
 * @param input.seen the last words its sender had read; without it nothing is compared
 * @throws NotFound; Refused when somebody else wrote meanwhile
 */
export async function answerQuestion(scope: AdminScope, id: number, input: AnswerInput): Promise<void> {
  const { text, close, seen } = input;
  const attempt = sentOnce(input.attempt, `admin ${scope.viewer.id}`, id, text);
  await scope.em.transactional(async (em) => {
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
    await recordActOf(scope, em, {
      verb: close ? 'answered and closed' : 'answered',
      kind: 'question',
      id,
      name: nameOf(id),
    });
    await tellAnswer(scope, em, question, text);
    if (question.askerId === null) return;
    await tell(em, {
      kind: 'support',
      deed: 'answered',
      to: question.askerId,
      about: id,
      newest: words?.id,
      title: question.subject,
      at,
    });
  });
}

/**
 * Ends a question without an answer, such as spam; its asker is not written to, and may write again.
 * @throws NotFound; Refused when somebody wrote meanwhile
 */
export async function closeQuestion(scope: AdminScope, id: number, seen?: number): Promise<void> {
  await scope.em.transactional(async (em) => {
    const question = await lockQuestion(em, id);
    if (question.isClosed) return;
    mustBeSeen(question, seen);
    await row(em)`
      update support_questions set due_at = null, is_warned = false, closed_at = ${scope.now()} where id = ${id}`;
    await recordActOf(scope, em, { verb: 'closed', kind: 'question', id, name: nameOf(id) });
  });
}

async function lockQuestion(em: Em, id: number): Promise<Locked> {
  const locked = await row(em)`select 1 from support_questions where id = ${id} for no key update`;
  if (!locked) throw new NotFound();
  // Read after the lock is held: what was written while it was waited for is seen.
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

/** Sends the answer by mail; nobody who has left is written to. */
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
      ? visitorLetter(name, said, origin + contactPath)
      : memberLetter(name, said, origin + ownPath(id));
  await enqueue(em, 'send-mail', { id: randomUUID(), to, ...written });
}
