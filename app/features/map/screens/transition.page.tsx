import { redirect } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { page } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { pageTags, structured } from '../../../ui/page-tags.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { cardItem } from '../../library/catalog/card-item.server.ts';
import { ContentGrid } from '../../library/catalog/content-grid.tsx';
import { itemsOfTransition } from '../../library/map-links/items-of.server.ts';
import { itemsTeaching } from '../../library/map-links/items-teaching.server.ts';
import { studiedTransition } from '../../study/next/studied.server.ts';
import { studiedText } from '../../study/next/studied-text.ts';
import { roles } from '../graph/states.ts';
import { CorrectLink } from '../proposals/correct-link.tsx';
import { readRole, rightAddress } from './address.ts';
import { ArcList } from './arc-list.tsx';
import { Crumbs } from './crumbs.tsx';
import { stillOf } from './drawn.ts';
import { mapTerm } from './json-ld.ts';
import { sideLabels } from './labels.ts';
import { shownNames } from './names.server.ts';
import { Names } from './names.tsx';
import { placeIn, transitionPath } from './paths.ts';
import { findTransition } from './resolve.server.ts';
import { crumbsOf } from './shown.server.ts';
import { arcOf, transitionView } from './transition.server.ts';
import { End, Movement } from './transition-parts.tsx';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { shown, path, crumbs, names, origin } = data;
  const { name, from, to } = shown;
  const description = `${name}: a technique of jiu-jitsu that leads from ${from.name} to ${to.name}, drawn step by step.`;
  const otherNames = names.own.map(({ text }) => text);
  const term = { name, description, path, otherNames, image: stillOf(shown.stills[0]) };
  return [
    ...pageTags(matches, { path, title: `${name} on the map of jiu-jitsu`, description }),
    ...structured(matches, mapTerm(origin, [...crumbs, { name, path }], term)),
  ];
};

const itemsShown = 4;

export const loader = page(async (scope, { params, url, context }) => {
  const { map, transition } = await findTransition(scope, placeIn(params.place).id);
  const path = transitionPath(transition);
  const right = rightAddress(url, path);
  if (right) throw redirect(right, 301);
  const as = readRole(url.searchParams);
  const isBack = url.searchParams.has('back');
  const arc = arcOf(map, transition, isBack);
  const shown = transitionView(map, arc, { theme: context.theme, as: as ?? 'bottom' }, as);
  const { viewer } = scope;
  const [items, taught, names, studied] = await Promise.all([
    itemsOfTransition(scope, transition.id, { size: itemsShown, after: null }),
    itemsTeaching(
      scope,
      shown.next.map(({ id }) => id),
    ),
    shownNames(scope.em, { kind: 'transition', id: transition.id, name: transition.name }),
    viewer && studiedTransition({ ...scope, viewer }, transition.id),
  ]);
  return {
    shown: { ...shown, next: shown.next.map((next) => ({ ...next, items: taught(next.id) })) },
    path,
    as,
    isBack: arc.isReversed,
    bothWays: transition.bothWays,
    /** A new address makes the browser play the drawing again. */
    watched: Number(url.searchParams.get('watched')) || 0,
    asPictures: url.searchParams.has('pictures'),
    names,
    studied: studied && studiedText(studied),
    crumbs: crumbsOf(map.positions.get(arc.fromId)),
    items: items.items.map((card) => cardItem(scope, card)),
    origin: scope.origin,
    isSignedIn: scope.viewer !== null,
  };
});

export default function TransitionPage() {
  const { shown, path, as, isBack, bothWays, watched, asPictures, names, studied, crumbs, items, ...rest } =
    useLoaderData<typeof loader>();
  const address = (more: string[]) => {
    const query = [as && `as=${as}`, isBack && 'back', ...more].filter(Boolean).join('&');
    return query ? `${path}?${query}` : path;
  };
  return (
    <div className="stack stack--loose">
      <header className="stack">
        <Crumbs crumbs={crumbs} />
        <h1>{shown.name}</h1>
        <p className="lead">{shown.facts.join(' ')}</p>
      </header>
      <section className="stack" id="moving" aria-label="The movement">
        <Tabs
          label="Whose eyes"
          current={as ? `${path}?as=${as}` : path}
          tabs={[
            { href: path, label: 'From outside' },
            ...roles.map((role) => ({ href: `${path}?as=${role}`, label: `I begin ${sideLabels[role]}` })),
          ]}
        />
        <Movement shown={shown} asPictures={asPictures} watched={watched} />
        <p className="row no-print">
          {asPictures ? (
            <ButtonLink href={`${address([])}#moving`} kind="secondary" icon="play">
              Watch it move
            </ButtonLink>
          ) : (
            <>
              <ButtonLink
                href={`${address([`watched=${watched + 1}`])}#moving`}
                kind="secondary"
                icon="play"
                rel="nofollow"
              >
                Watch again
              </ButtonLink>
              <ButtonLink href={`${address(['pictures'])}#moving`} kind="quiet" rel="nofollow">
                As pictures
              </ButtonLink>
            </>
          )}
          {bothWays && (
            <ButtonLink href={isBack ? path : `${path}?back`} kind="quiet">
              The other way round
            </ButtonLink>
          )}
        </p>
      </section>
      <div className="creators">
        <End title="It begins in" position={shown.from} />
        <End title="It ends in" position={shown.to} />
      </div>
      <section className="stack" aria-labelledby="taught">
        <h2 id="taught">What teaches it</h2>
        {studied && <p className="no-print">{studied}</p>}
        {items.length > 0 ? (
          <ContentGrid {...rest} items={items} path={path} heading="h3" isFirst={false} />
        ) : (
          <Empty title="Not taught here yet" text="Do you? Publish it, and say what it does." icon="camera">
            <ButtonLink
              href={`/upload?startsIn=${shown.from.id}&does=${shown.id}&endsIn=${shown.to.id}`}
              kind="secondary"
            >
              Teach it
            </ButtonLink>
          </Empty>
        )}
      </section>
      {shown.next.length > 0 && (
        <section className="stack" aria-labelledby="then">
          <h2 id="then">And then</h2>
          <ArcList arcs={shown.next} end="to" />
        </section>
      )}
      {shown.isTap && <p>It ends here: your partner taps.</p>}
      <Names names={names} />
      {shown.seenIn.length > 0 && (
        <section className="stack" aria-labelledby="seen">
          <h2 id="seen">Seen in</h2>
          <ul>
            {shown.seenIn.map((source) => (
              <li key={source}>{source}</li>
            ))}
          </ul>
        </section>
      )}
      <CorrectLink thing={`t${shown.id}`} />
    </div>
  );
}
