import { useLoaderData } from '@remix-run/react';
import { adminPage } from '../../../http/pages/page.server.ts';
import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/number.ts';
import { Pager } from '../../../ui/pager.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { RequestList } from './request-list.tsx';
import { countDisputed, listAllRequests } from './view.server.ts';

export const meta = () => [{ title: 'Requests | Summa' }, { name: 'robots', content: 'noindex' }];

const lists = { disputed: '/admin/requests', all: '/admin/requests?show=all' };

const tabsWith = (waiting: number) => [
  { href: lists.disputed, label: 'In dispute', waiting },
  { href: lists.all, label: 'All' },
];

export const loader = adminPage(async (scope, { url }) => {
  const show = url.searchParams.get('show') === 'all' ? 'all' : 'disputed';
  const after = url.searchParams.get('after');
  const page = await listAllRequests(scope, { show, size: 24, after });
  return {
    show,
    here: lists[show],
    lines: page.items,
    waiting: await countDisputed(scope.em),
    ...forwardLinks(url, page),
  };
});

export default function RequestsQueue() {
  const { show, here, lines, waiting, further, start } = useLoaderData<typeof loader>();
  const isQueue = show === 'disputed';
  return (
    <div className="stack measure">
      <header className="stack">
        <h1>Requests</h1>
        <p className="soft">{counted(waiting, 'dispute')} waiting. The payments are on hold.</p>
      </header>
      <Tabs label="Requests" tabs={tabsWith(waiting)} current={here} />
      {lines.length === 0 ? (
        <Empty
          icon="check"
          title={isQueue ? 'No disputes' : 'No requests yet'}
          text="Custom requests appear here. Disputes that need your decision come first."
        />
      ) : (
        <RequestList lines={lines} base="/admin/requests" from="to" />
      )}
      <Pager
        older={further}
        newer={start}
        words={isQueue ? { newer: 'From the start', older: 'Next' } : undefined}
      />
    </div>
  );
}
