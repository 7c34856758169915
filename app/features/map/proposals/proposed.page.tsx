import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { CorrectionLine } from './correction-line.tsx';
import { ownCorrections } from './corrections.server.ts';
import { ownProposals } from './lists.server.ts';
import { thingText } from './map-thing.ts';
import { ProposalLine } from './proposal-line.tsx';

export const meta: MetaFunction = () => [
  { title: 'Your proposals for the map | Summa' },
  { name: 'robots', content: 'noindex' },
];

const lists = { proposals: '/map/proposed', corrections: '/map/proposed?show=corrections' };

const pageSize = 24;

export const loader = memberPage(async (scope, { url }) => {
  const show = url.searchParams.get('show') === 'corrections' ? 'corrections' : 'proposals';
  const asked = { size: pageSize, after: url.searchParams.get('after') };
  const proposals = show === 'proposals' ? await ownProposals(scope, asked) : null;
  const corrections = show === 'corrections' ? await ownCorrections(scope, asked) : null;
  return {
    here: lists[show],
    proposals: proposals?.items ?? [],
    corrections: corrections?.items ?? [],
    ...forwardLinks(url, proposals ?? corrections ?? { after: null }),
  };
});

export default function Proposed() {
  const { here, proposals, corrections, further, start } = useLoaderData<typeof loader>();
  const isCorrections = here === lists.corrections;
  return (
    <div className="stack measure">
      <header className="stack">
        <h1>Your proposals for the map</h1>
        <p>
          <ButtonLink href="/map/propose" kind="secondary" icon="plus">
            Propose a name
          </ButtonLink>
        </p>
      </header>
      <Tabs
        label="Proposals"
        current={here}
        tabs={[
          { href: lists.proposals, label: 'Names' },
          { href: lists.corrections, label: 'Corrections' },
        ]}
      />
      {proposals.length + corrections.length === 0 && (
        <Empty
          icon="flag"
          title={isCorrections ? 'No corrections yet' : 'No proposals yet'}
          text={
            isCorrections
              ? 'Each position and transition of the map has a link ‘Something wrong here?’.'
              : 'When you publish a technique with a name that the map does not have, propose it.'
          }
        />
      )}
      <ul className="ruled">
        {proposals.map((line) => (
          <ProposalLine key={thingText(line)} line={line} href={`/map/proposed/${thingText(line)}`} />
        ))}
        {corrections.map((line) => (
          <CorrectionLine key={line.id} line={line} href={null} />
        ))}
      </ul>
      <Pager older={further} newer={start} />
    </div>
  );
}
