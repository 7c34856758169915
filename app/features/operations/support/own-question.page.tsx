import { randomUUID } from 'node:crypto';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { ownPath, topics } from '../../../domain/support-topics.ts';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonForm } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { addReply, findOwnQuestion } from './own.server.ts';
import { maxText, replySchema } from './question.schema.ts';
import { ReplyList } from './reply-list.tsx';
import { promisedHours } from './response-time.ts';
import { stateText } from './state-line.ts';
import { listReplies } from './thread.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.question.subject ?? 'Support'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

const pageSize = 30;

export const loader = memberPage(async (scope, { id, url }) => {
  const question = await findOwnQuestion(scope, id());
  const after = url.searchParams.get('after');
  const page = await listReplies(scope.em, question.id, { size: pageSize, after });
  return {
    question,
    // Members do not see which admin answered.
    replies: page.items
      .map(({ author, isAnswer, ...each }) => ({
        ...each,
        isOwn: !isAnswer,
        who: isAnswer ? 'Summa' : 'You',
      }))
      .reverse(),
    ...forwardLinks(url, page),
    attempt: randomUUID(),
  };
});

export const action = memberPage(async (scope, { context, id, form }) => {
  const reply = await addReply(scope, id(), await form(replySchema));
  return seeOther(context, `${ownPath(id())}#reply-${reply.id}`, toast.success('Sent'));
});

export default function OwnQuestion() {
  const { question, replies, further, start } = useLoaderData<typeof loader>();
  const isNewest = start === null;
  const here = ownPath(question.id);
  return (
    <div className="stack measure">
      <header className="stack">
        <p>
          <a className="tap" href="/account/support">
            All your questions
          </a>
        </p>
        <h1>{question.subject}</h1>
        <p>{stateText(question)}.</p>
        <p className="soft small">
          {topics[question.topic]}, question {question.id}
          {question.reference && `, about: ${question.reference}`}
        </p>
      </header>
      <Pager older={further} newer={start} words={pagerWords} />
      <ReplyList replies={replies} />
      {isNewest && <ReplyForm />}
      {isNewest && question.state !== 'closed' && (
        <ButtonForm action={`${here}/close`} kind="quiet">
          My question is settled
        </ButtonForm>
      )}
    </div>
  );
}

const pagerWords = { older: 'Earlier', newer: 'Newest' };

function ReplyForm() {
  const { question, attempt } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(replySchema, { id: 'reply' });
  const isOpen = question.state === 'open';
  return (
    <form {...form} action={ownPath(question.id)} className="form">
      <ErrorSummary errors={errors} title="Not sent yet" />
      <input type="hidden" name="attempt" value={control('attempt').defaultValue ?? attempt} />
      <TextArea
        {...control('text')}
        label={isOpen ? 'Add something' : 'Write back'}
        hint={
          isOpen
            ? `At most ${maxText} characters.`
            : `This reopens your question, and we answer within ${promisedHours(question.topic)} hours.`
        }
        rows={4}
        most={maxText}
        required
      />
      <div className="form__actions">
        <Button kind="primary" pending="Sending...">
          Send
        </Button>
      </div>
    </form>
  );
}
