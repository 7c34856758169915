import { useLoaderData } from '@remix-run/react';
import { contactPath } from '../../../domain/contact.ts';
import { ownPath, topics } from '../../../domain/support-topics.ts';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { dayOf } from '../../../ui/date.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { listOwnQuestions } from './own.server.ts';
import { stateText } from './state-line.ts';

export const meta = () => [{ title: 'Support | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope, { url }) => {
  const after = url.searchParams.get('after');
  const page = await listOwnQuestions(scope, { size: 24, after });
  return { questions: page.items, ...forwardLinks(url, page) };
});

export default function OwnQuestions() {
  const { questions, further, start } = useLoaderData<typeof loader>();
  const ask = <ButtonLink href={contactPath}>Write to support</ButtonLink>;
  return (
    <div className="stack measure">
      <h1>Support</h1>
      {questions.length === 0 ? (
        <Empty icon="mail" title="No questions yet" text="Your questions and our answers appear here.">
          {ask}
        </Empty>
      ) : (
        <>
          <p>{ask}</p>
          <ul className="stack">
            {questions.map((question) => (
              <li key={question.id} className="panel">
                <p>
                  <a className="tap" href={ownPath(question.id)}>
                    <strong>{question.subject}</strong>
                  </a>
                </p>
                <p>{stateText(question)}.</p>
                <p className="soft small">
                  {topics[question.topic]}, asked {dayOf(question.askedAt)}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      <Pager older={further} newer={start} words={{ older: 'Older', newer: 'Newest' }} />
    </div>
  );
}
