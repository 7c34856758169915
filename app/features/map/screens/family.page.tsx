import type { SerializeFrom } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { NotFound } from '../../../errors.ts';
import { page } from '../../../http/pages/page.server.ts';
import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/number.ts';
import { noIndex, pageTags, structured } from '../../../ui/page-tags.ts';
import { taughtPositions } from '../../library/map-links/taught.server.ts';
import { familyBySlug } from '../graph/families.ts';
import { techniqueMap } from '../graph/technique-map.server.ts';
import { SmallDrawing } from './arc-list.tsx';
import { Crumbs } from './crumbs.tsx';
import { familyView } from './family.server.ts';
import { mapTerm } from './json-ld.ts';
import { familyPath } from './paths.ts';
import { TagFilterLinks } from './tag-filters.tsx';
import { isFiltered, readTagFilters } from './tags.ts';
import { WayForm } from './way-form.tsx';

const crumbs = [{ name: 'Map', path: '/map' }];

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { family, filters, all, origin } = data;
  const path = familyPath(family.slug);
  const description = `${counted(all, 'position')} of the family ${family.name} in jiu-jitsu, drawn, with every way in and out.`;
  const term = { name: family.name, description, path, otherNames: [] };
  return [
    ...pageTags(matches, { path, title: `${family.name} on the map of jiu-jitsu`, description }),
    ...structured(matches, mapTerm(origin, [...crumbs, { name: family.name, path }], term)),
    ...(isFiltered(filters) ? [noIndex] : []),
  ];
};

export const loader = page(async (scope, { params, url, context }) => {
  const family = familyBySlug.get(params.family ?? '');
  if (!family) throw new NotFound();
  const [map, taught] = await Promise.all([techniqueMap(scope), taughtPositions(scope)]);
  const filters = readTagFilters(url.searchParams);
  const view = familyView(map, family.slug, filters, { theme: context.theme, as: 'bottom' });
  if (view.all === 0) throw new NotFound();
  return {
    ...view,
    positions: view.positions.map((position) => ({ ...position, isTaught: taught.has(position.id) })),
    family: { slug: family.slug, name: family.name },
    filters,
    origin: scope.origin,
  };
});

export default function FamilyPage() {
  const { family, positions, ways, tags, filters, all } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose">
      <header className="stack">
        <Crumbs crumbs={crumbs} />
        <h1>{family.name}</h1>
        <p className="lead">
          {counted(all, 'position')}. Find the way from one to where you want to be, or look where each leads.
        </p>
      </header>
      <WayForm from={family.name} />
      <section className="stack" aria-labelledby="positions">
        <h2 id="positions">Positions</h2>
        <TagFilterLinks path={familyPath(family.slug)} filters={filters} counts={tags} />
        {positions.length === 0 ? (
          <Empty title="No position has all of these tags" text="Remove one of the filters above." />
        ) : (
          <Positions positions={positions.slice(0, shownAtOnce)} />
        )}
        {positions.length > shownAtOnce && (
          <details>
            <summary>{counted(positions.length - shownAtOnce, 'more position')}</summary>
            <Positions positions={positions.slice(shownAtOnce)} />
          </details>
        )}
      </section>
      {ways.length > 0 && (
        <section className="stack" aria-labelledby="ways">
          <h2 id="ways">Where it leads</h2>
          <div className="creators">
            {ways.map(({ family: name, path, arcs }) => (
              <details key={path}>
                <summary>
                  {name} <span className="soft small">{counted(arcs.length, 'technique')}</span>
                </summary>
                <ul className="ruled">
                  <li>
                    <a className="tap" href={path}>
                      All of {name}
                    </a>
                  </li>
                  {arcs.map((arc) => (
                    <li key={arc.path}>
                      <a className="tap" href={arc.path}>
                        {arc.name}
                      </a>{' '}
                      <span className="soft small">from {arc.from}</span>
                    </li>
                  ))}
                </ul>
              </details>
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

/** What is shown without opening the rest, so that a large family does not fill a phone's screen ten times. */
const shownAtOnce = 16;

type Shown = SerializeFrom<typeof loader>['positions'];

const Positions = ({ positions }: { positions: Shown }) => (
  <ul className="creators">
    {positions.map((position) => (
      <li key={position.id} className="item__review">
        <SmallDrawing drawn={position.drawn} />
        <div>
          <h3 className="as-h3">
            <a className="tap" href={position.path}>
              {position.name}
            </a>
          </h3>
          <p className="soft small">
            {counted(position.into, 'way')} in, {counted(position.out, 'way')} out
          </p>
          {position.isTaught && <p className="soft small">Taught here</p>}
        </div>
      </li>
    ))}
  </ul>
);
