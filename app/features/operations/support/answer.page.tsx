import { randomUUID } from 'node:crypto';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { topics } from '../../../domain/support-topics.ts';
import { adminPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonForm } from '../../../ui/button.tsx';
import { leftUntil, momentOf } from '../../../ui/date.ts';
import { Pager } from '../../../ui/pager.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { readableEmail } from '../../identity/accounts/email-address.ts';
import { answerQuestion } from './answer.server.ts';
import { AnswerForm } from './answer-form.tsx';
import { answerSchema } from './question.schema.ts';
import { askerPlan } from './question-line.tsx';
import { findQuestion } from './queue.server.ts';
import { ReplyList } from './reply-list.tsx';
import { listReplies } from './thread.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Question ${data?.question.id ?? ''} | Summa` },
  { name: 'robots', content: 'noindex' },
];

const pageSize = 50;

export const loader = adminPage(async (scope, { id, url }) => {
  const { dueAt, closedAt, ...question } = await findQuestion(scope, id());
  const after = url.searchParams.get('after');
  const page = await listReplies(scope.em, question.id, { size: pageSize, after });
  const now = scope.now();
  const asker = question.username ? `@${question.username}` : question.name;
  return {
    question,
    asker,
    line: dueAt ? leftUntil(dueAt, now) : closedAt ? `Closed ${momentOf(closedAt)}` : 'Answered',
    isLate: dueAt !== null && new Date(dueAt) < now,
    replies: page.items
      .map(({ author, isAnswer, ...each }) => ({
        ...each,
        isOwn: isAnswer,
        who: isAnswer ? `@${author ?? 'somebody'}` : asker,
      }))
      .reverse(),
    seen: String(page.items[0]?.id ?? 0),
    ...forwardLinks(url, page),
    attempt: randomUUID(),
  };
});

export const action = adminPage(async (scope, { context, id, form }) => {
  const input = await form(answerSchema);
  await answerQuestion(scope, id(), input);
  const link = { href: `/admin/support/${id()}`, label: 'See the question' };
  const title = input.close ? 'Answered and closed' : 'Answered';
  return seeOther(
    context,
    '/admin/support',
    toast.success(title, 'Your answer is on its way by email.', link),
  );
});

export default function AnswerPage() {
  const { question, asker, line, isLate, replies, seen, further, start, attempt } =
    useLoaderData<typeof loader>();
  const isNewest = start === null;
  const { id, subject, topic, reference, state, email, askerId, username } = question;
  const here = `/admin/support/${id}`;
  return (
    <div className="stack stack--loose measure">
      <header className="stack">
        <p className="row small">
          <a href="/admin/support">All questions</a> <Badge>{askerPlan(question.plan)}</Badge>
          <span className="case__state" data-late={isLate ? '' : undefined}>
            {line}
          </span>
        </p>
        <h1>{subject}</h1>
        <p>
          {topics[topic]}, from {askerId ? <a href={`/admin/users/${askerId}`}>@{username}</a> : asker}
          {email && `, ${readableEmail(email)}`}
          {!askerId && ', who was not signed in, so the address is unconfirmed'}.
        </p>
        {reference && (
          <p>
            About: <strong>{reference}</strong>
          </p>
        )}
      </header>
      <Pager older={further} newer={start} words={pagerWords} />
      <ReplyList replies={replies} />
      {isNewest && (
        <AnswerForm id={id} asker={asker} seen={seen} attempt={attempt} isMember={askerId !== null} />
      )}
      {isNewest && state !== 'closed' && (
        <ButtonForm action={`${here}/close`} fields={{ seen, back: here }} kind="quiet">
          {state === 'open' ? 'Close without an answer' : 'Close'}
        </ButtonForm>
      )}
    </div>
  );
}

const pagerWords = { older: 'Earlier', newer: 'Newest' };
