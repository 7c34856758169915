import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { page } from '../../../http/pages/page.server.ts';
import { count, counted } from '../../../ui/number.ts';
import { pageTags, structured } from '../../../ui/page-tags.ts';
import { taughtTransitions } from '../../library/map-links/taught.server.ts';
import { familyGroups, groupNames } from '../graph/families.ts';
import { techniqueMap } from '../graph/technique-map.server.ts';
import { mapFacts } from './families.server.ts';
import { FamilyMap } from './family-map.tsx';
import { definedTermSet } from './json-ld.ts';
import { shownLines } from './overview.ts';
import { suggestedNames } from './suggested-names.ts';
import { WayForm } from './way-form.tsx';

const description =
  'Every position of jiu-jitsu and every way from one to another, drawn: ask how to get from where you are to where you want to be.';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...pageTags(matches, { path: '/map', title: 'The map of jiu-jitsu', description }),
  {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/rss+xml',
    title: 'New on the map',
    href: '/map/feed.xml',
  },
  ...(data ? structured(matches, definedTermSet(data.origin, description)) : []),
];

export const loader = page(async (scope) => {
  const [map, taught] = await Promise.all([techniqueMap(scope), taughtTransitions(scope)]);
  const { positions, transitions, families, pairs } = mapFacts(map);
  return {
    origin: scope.origin,
    isSignedIn: scope.viewer !== null,
    positions,
    transitions,
    families: families.map(({ transitionIds, ...family }) => ({
      ...family,
      ways: transitionIds.length,
      taught: transitionIds.filter((id) => taught.has(id)).length,
    })),
    lines: shownLines(pairs),
  };
});

export default function MapPage() {
  const { positions, transitions, families, lines, isSignedIn } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose">
      <header className="stack">
        <h1>The map of jiu-jitsu</h1>
        <p className="lead">
          {count(positions)} positions and {count(transitions)} techniques that lead from one to another. Say
          where you are and where you want to be.
        </p>
        {isSignedIn && (
          <p>
            <a className="tap" href="/map/next">
              What next? From the positions that you study
            </a>
          </p>
        )}
      </header>
      <WayForm suggestions={suggestedNames} />
      <div className="item__pair">
        <FamilyMap families={families} lines={lines} />
        <section className="stack" aria-labelledby="families">
          <h2 id="families">All families of positions</h2>
          <p className="soft small">Each with the number of its positions.</p>
          {familyGroups.map((group) => (
            <Fragment key={group}>
              <h3>{groupNames[group]}</h3>
              <ul className="row">
                {families
                  .filter((family) => family.group === group)
                  .map(({ slug, name, path, positions, ways, taught }) => (
                    <li key={slug}>
                      <a className="tag" href={path}>
                        {name}{' '}
                        <span className="soft small">
                          {positions}
                          <span className="visually-hidden">
                            {positions === 1 ? ' position' : ' positions'}, {counted(ways, 'technique')}
                          </span>
                          {taught > 0 && `, ${taught} taught`}
                        </span>
                      </a>
                    </li>
                  ))}
              </ul>
            </Fragment>
          ))}
        </section>
      </div>
    </div>
  );
}
