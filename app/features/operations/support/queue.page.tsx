import { useLoaderData } from '@remix-run/react';
import { topics } from '../../../domain/support-topics.ts';
import { adminPage } from '../../../http/pages/page.server.ts';
import { Button } from '../../../ui/button.tsx';
import { leftUntil, momentOf } from '../../../ui/date.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Select } from '../../../ui/field.tsx';
import { counted } from '../../../ui/number.ts';
import { Pager } from '../../../ui/pager.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { QuestionLine } from './question-line.tsx';
import { countOpenQuestions, listQuestions } from './queue.server.ts';
import { queueFilterSchema, type Show, shows } from './queue-filter.schema.ts';
import { promisedHours } from './response-time.ts';

export const meta = () => [{ title: 'Support | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = adminPage(async (scope, { url }) => {
  const { show, topic } = queueFilterSchema.parse({
    show: url.searchParams.get('show'),
    topic: url.searchParams.get('topic'),
  });
  const after = url.searchParams.get('after');
  const page = await listQuestions(scope, { show, topic, size: 24, after });
  const now = scope.now();
  return {
    show,
    topic,
    questions: page.items.map(({ dueAt, closedAt, lastAt, ...question }) => ({
      ...question,
      line: dueAt ? leftUntil(dueAt, now) : momentOf(closedAt ?? lastAt),
      isLate: dueAt !== null && new Date(dueAt) < now,
    })),
    waiting: await countOpenQuestions(scope.em, now),
    ...forwardLinks(url, page),
  };
});

const addressOf = (show: Show, topic: string | null) => {
  const query = new URLSearchParams({ ...(show !== 'open' && { show }), ...(topic && { topic }) });
  return `/admin/support${query.size > 0 ? `?${query}` : ''}`;
};
const names: Record<Show, string> = { open: 'Open', late: 'Overdue', answered: 'Answered', closed: 'Closed' };

export default function Queue() {
  const { show, topic, questions, waiting, further, start } = useLoaderData<typeof loader>();
  const waits = show === 'open' || show === 'late';
  // They count all topics, so they would be wrong beside one.
  const numbers: Partial<Record<Show, number>> = topic ? {} : { open: waiting.open, late: waiting.overdue };
  return (
    <div className="stack measure">
      <header className="stack">
        <h1>Support</h1>
        <p className="soft">
          {counted(waiting.open, 'question')} waiting
          {waiting.overdue > 0 && `, ${waiting.overdue} overdue`}. We promise an answer within{' '}
          {promisedHours('other')} hours, about personal data within {promisedHours('privacy')}. VIP Elite
          comes first, then Premium, then everyone else.
        </p>
      </header>
      <Tabs
        label="Questions"
        tabs={shows.map((each) => ({
          href: addressOf(each, topic),
          label: names[each],
          waiting: numbers[each],
        }))}
        current={addressOf(show, topic)}
      />
      <form method="get" action="/admin/support" className="ask-row" aria-label="Filter the questions">
        {show !== 'open' && <input type="hidden" name="show" value={show} />}
        <Select
          name="topic"
          label="About"
          defaultValue={topic ?? ''}
          options={[
            { value: '', label: 'Everything' },
            ...Object.entries(topics).map(([value, label]) => ({ value, label })),
          ]}
        />
        <Button kind="secondary">Filter</Button>
      </form>
      {questions.length === 0 ? (
        <Empty
          icon="mail"
          title={waits ? 'All clear' : 'No questions here yet'}
          text="Questions sent through the contact form appear here."
        />
      ) : (
        <ul className="ruled">
          {questions.map((question) => (
            <QuestionLine key={question.id} question={question} />
          ))}
        </ul>
      )}
      <Pager
        older={further}
        newer={start}
        words={waits ? { newer: 'From the start', older: 'Next' } : undefined}
      />
    </div>
  );
}
