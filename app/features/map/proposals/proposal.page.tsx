import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { curatorPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { momentOf } from '../../../ui/date.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { itemsOfPosition, itemsOfTransition } from '../../library/map-links/items-of.server.ts';
import { techniqueMap } from '../graph/technique-map.server.ts';
import { drawnPosition } from '../screens/drawn.server.ts';
import { MapDrawing } from '../screens/map-drawing.tsx';
import { decideProposal } from './decide.server.ts';
import { DecisionForm } from './decision-form.tsx';
import { describedBy } from './described.ts';
import { findProposal, nearNames } from './find-proposal.server.ts';
import { readThing, thingText } from './map-thing.ts';
import { decisionSchema, needsAnother, outcomes, ownOutcomes } from './proposal.schema.ts';
import { kindLabels, stateLabels } from './proposal-labels.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.proposal.name ?? 'A proposal'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

const itemsShown = 12;

export const loader = curatorPage(async (scope, { params, url, context }) => {
  const thing = readThing(params.thing);
  const { position, transition, ...proposal } = await findProposal(scope, thing);
  const asked = { size: itemsShown, after: null };
  const itemsOf = thing.kind === 'position' ? itemsOfPosition : itemsOfTransition;
  const find = url.searchParams.get('find')?.slice(0, 200) ?? '';
  const [map, items, near] = await Promise.all([
    techniqueMap(scope),
    itemsOf(scope, thing.id, asked),
    nearNames(scope, thing.kind, find || proposal.name),
  ]);
  const isOwn = proposal.proposerId === scope.viewer.id;
  const mayDecide = isOwn ? ownOutcomes : outcomes;
  const shown = map.positions.get(position?.likeId ?? transition?.toId ?? 0);
  const { theme } = context;
  return {
    path: `/map/proposals/${thingText(thing)}`,
    proposal,
    ends: transition && { from: transition.fromName, to: transition.toName },
    values: describedBy({ ...proposal, position, transition }),
    drawn: shown ? drawnPosition(map, shown, { theme, as: 'bottom' }) : null,
    items: items.items.map(({ id, title }) => ({ id, title })),
    near: near.filter(({ id }) => id !== thing.id),
    find,
    isOwn,
    mayDecide,
    decide: mayDecide.find((each) => each === url.searchParams.get('decide')) ?? mayDecide[0],
  };
});

const said = {
  accepted: toast.success('Accepted', 'It is on the map now.'),
  merged: toast.success('Merged', 'Its techniques and its name belong to the other one now.'),
  declined: toast.success('Declined', 'The proposer reads why.'),
  proposed: undefined,
};

export const action = curatorPage(async (scope, { context, params, form }) => {
  const state = await decideProposal(scope, readThing(params.thing), await form(decisionSchema));
  return seeOther(context, '/map/proposals', said[state]);
});

const tabNames = { accept: 'Accept', merge: 'Merge', decline: 'Decline' };

export default function Proposal() {
  const { path, proposal, ends, drawn, items, decide, isOwn, mayDecide, ...rest } =
    useLoaderData<typeof loader>();
  const { kind, name, state, source, proposer, reason, decidedBy, decidedAt, intoId, intoName } = proposal;
  return (
    <div className="stack stack--loose measure">
      <header className="stack">
        <p className="small">
          <a className="tap" href="/map/proposals">
            All proposals
          </a>
        </p>
        <h1 dir="auto">{name}</h1>
        <dl className="facts">
          <Fact name="What it is" value={kindLabels[kind]} />
          {ends && <Fact name="Starts in" value={ends.from} />}
          {ends && <Fact name="Ends in" value={ends.to} />}
          <Fact name="Proposed by" value={proposer ? `@${proposer}` : 'A former member'} />
          {source && <Fact name="Known from" value={source} />}
          <Fact
            name="State"
            value={`${stateLabels[state]}${decidedBy ? `, by @${decidedBy}` : ''}${decidedAt ? `, ${momentOf(decidedAt)}` : ''}`}
          />
          {reason && <Fact name="Reason" value={reason} />}
        </dl>
        {drawn && (
          <figure>
            <MapDrawing drawn={drawn} width={240} />
            <figcaption className="soft small">{ends ? 'Where it ends' : 'What it looks like'}</figcaption>
          </figure>
        )}
      </header>
      <section className="stack" aria-labelledby="used">
        <h2 id="used">Techniques that use it</h2>
        {items.length === 0 && <p className="soft">None that is published.</p>}
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              <a href={`/content/${item.id}`}>{item.title}</a>
            </li>
          ))}
        </ul>
      </section>
      {state === 'merged' ? (
        <p>
          It was merged into <a href={`/map/${kind.charAt(0)}/${intoId}`}>{intoName}</a>, which has its
          techniques now.
        </p>
      ) : (
        <section className="stack" aria-labelledby="decide">
          <h2 id="decide">{state === 'proposed' ? 'Decide' : 'Decide again'}</h2>
          {isOwn && <p>{needsAnother}</p>}
          <Tabs
            label="Decision"
            current={`${path}?decide=${decide}#decide`}
            tabs={mayDecide.map((each) => ({
              href: `${path}?decide=${each}#decide`,
              label: tabNames[each],
            }))}
          />
          <DecisionForm key={decide} path={path} outcome={decide} proposal={proposal} {...rest} />
        </section>
      )}
    </div>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{value}</dd>
  </div>
);
