import { useLoaderData } from '@remix-run/react';
import { adminPage } from '../../../http/pages/page.server.ts';
import { momentOf } from '../../../ui/date.ts';
import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/number.ts';
import { Pager } from '../../../ui/pager.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { CaseLine } from './case-line.tsx';
import { isOverdue, promisedHours, timeLeft } from './deadline.ts';
import { countOpenCases, listCases } from './queue.server.ts';

export const meta = () => [{ title: 'Reports | Summa' }, { name: 'robots', content: 'noindex' }];

const lists = { open: '/admin/reports', decided: '/admin/reports?show=decided' };

const tabsWith = (waiting: number) => [
  { href: lists.open, label: 'Open', waiting },
  { href: lists.decided, label: 'Decided' },
];

export const loader = adminPage(async (scope, { url }) => {
  const show = url.searchParams.get('show') === 'decided' ? 'decided' : 'open';
  const after = url.searchParams.get('after');
  const page = await listCases(scope, { show, size: 24, after });
  const now = scope.now();
  return {
    show,
    here: lists[show],
    cases: page.items.map((each) => ({
      ...each,
      state: each.decidedAt ? momentOf(each.decidedAt) : timeLeft(each.openedAt, now),
      isLate: !each.decidedAt && isOverdue(each.openedAt, now),
    })),
    waiting: await countOpenCases(scope.em, now),
    ...forwardLinks(url, page),
  };
});

export default function Queue() {
  const { show, here, cases, waiting, further, start } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <header className="stack">
        <h1>Reports</h1>
        <p className="soft">
          {counted(waiting.open, 'open case')}
          {waiting.overdue > 0 && `, ${waiting.overdue} overdue`}. We promise to look within {promisedHours}{' '}
          hours.
        </p>
      </header>
      <Tabs label="Reports" tabs={tabsWith(waiting.open)} current={here} />
      {cases.length === 0 ? (
        <Empty
          icon="flag"
          title={show === 'open' ? 'All clear' : 'No decisions yet'}
          text="New reports appear here, oldest first."
        />
      ) : (
        <ul className="ruled">
          {cases.map((each) => (
            <CaseLine key={each.id} line={each} />
          ))}
        </ul>
      )}
      <Pager
        older={further}
        newer={start}
        words={show === 'open' ? { newer: 'From the start', older: 'Next' } : undefined}
      />
    </div>
  );
}
