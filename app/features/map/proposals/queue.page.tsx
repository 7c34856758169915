import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { curatorPage } from '../../../http/pages/page.server.ts';
import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/number.ts';
import { Pager } from '../../../ui/pager.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { CorrectionLine } from './correction-line.tsx';
import { correctionQueue } from './corrections.server.ts';
import { countWaiting, proposalQueue } from './lists.server.ts';
import { thingText } from './map-thing.ts';
import { ProposalLine } from './proposal-line.tsx';

export const meta: MetaFunction = () => [
  { title: 'Proposals for the map | Summa' },
  { name: 'robots', content: 'noindex' },
];

const lists = {
  waiting: '/map/proposals',
  corrections: '/map/proposals?show=corrections',
  decided: '/map/proposals?show=decided',
};

const pageSize = 24;

export const loader = curatorPage(async (scope, { url }) => {
  const asked = { size: pageSize, after: url.searchParams.get('after') };
  const asks = url.searchParams.get('show');
  const show = asks === 'corrections' || asks === 'decided' ? asks : 'waiting';
  const corrections = show === 'corrections' ? await correctionQueue(scope, asked) : null;
  const proposals = show === 'corrections' ? null : await proposalQueue(scope, show, asked);
  return {
    show: show as keyof typeof lists,
    waiting: await countWaiting(scope),
    proposals: proposals?.items ?? [],
    corrections: corrections?.items ?? [],
    ...forwardLinks(url, corrections ?? proposals ?? { after: null }),
  };
});

export default function Queue() {
  const { show, waiting, proposals, corrections, further, start } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <header className="stack">
        <h1>Proposals for the map</h1>
        <p className="soft">
          {counted(waiting.proposals, 'proposal')} and {counted(waiting.corrections, 'correction')} waiting,
          oldest first.
        </p>
      </header>
      <Tabs
        label="Proposals for the map"
        current={lists[show]}
        tabs={[
          { href: lists.waiting, label: 'Names', waiting: waiting.proposals },
          { href: lists.corrections, label: 'Corrections', waiting: waiting.corrections },
          { href: lists.decided, label: 'Decided' },
        ]}
      />
      {proposals.length + corrections.length === 0 ? (
        <Empty
          icon="flag"
          title={show === 'decided' ? 'No decisions yet' : 'All clear'}
          text="What members propose and correct appears here."
        />
      ) : (
        <ul className="ruled">
          {proposals.map((line) => (
            <ProposalLine
              key={thingText(line)}
              line={line}
              href={`/map/proposals/${thingText(line)}`}
              withPeople
            />
          ))}
          {corrections.map((line) => (
            <CorrectionLine key={line.id} line={line} href={`/map/corrections/${line.id}`} />
          ))}
        </ul>
      )}
      <Pager
        older={further}
        newer={start}
        words={show === 'decided' ? undefined : { newer: 'From the start', older: 'Next' }}
      />
    </div>
  );
}
