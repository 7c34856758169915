import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { QuestionLines } from './question-lines.tsx';
import { listUnanswered } from './unanswered.server.ts';

export const meta = () => [
  { title: 'Questions without an answer | Summa' },
  { name: 'robots', content: 'noindex' },
];

const pageSize = 20;

export const loader = memberPage(async (scope, { url }) => {
  const page = await listUnanswered(scope, { size: pageSize, after: url.searchParams.get('after') });
  return { questions: page.items, ...forwardLinks(url, page) };
});

export default function Unanswered() {
  const { questions, further, start } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <header className="stack">
        <h1>Questions without an answer</h1>
        <p className="lead">
          Comments with a question mark on your techniques. An answer of yours takes one off this list.
        </p>
      </header>
      {questions.length === 0 && (
        <Empty
          icon="comment"
          title="Nothing waits for you"
          text="New questions also come as notifications."
        />
      )}
      <QuestionLines questions={questions} />
      <Pager older={further} newer={start} words={{ older: 'Older questions', newer: 'Newest questions' }} />
    </div>
  );
}
