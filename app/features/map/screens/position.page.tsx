import { redirect } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { page } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/number.ts';
import { noIndex, pageTags, structured } from '../../../ui/page-tags.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { FollowPositionButton } from '../../community/position-follows/follow-position-button.tsx';
import {
  followedPositionsAmong,
  positionFollowers,
} from '../../community/position-follows/position-follows.server.ts';
import { cardItem } from '../../library/catalog/card-item.server.ts';
import { ContentGrid } from '../../library/catalog/content-grid.tsx';
import { itemsOfPosition } from '../../library/map-links/items-of.server.ts';
import { itemsTeaching } from '../../library/map-links/items-teaching.server.ts';
import { sheetPath } from '../../library/sheets/paths.ts';
import { SheetLink } from '../../library/sheets/sheet-link.tsx';
import { studiedAt } from '../../study/next/studied.server.ts';
import { StudiedLine } from '../../study/next/studied-line.tsx';
import { studiedText } from '../../study/next/studied-text.ts';
import { roles } from '../graph/states.ts';
import { CorrectLink } from '../proposals/correct-link.tsx';
import { readRole, rightAddress } from './address.ts';
import { Arcs } from './arcs.tsx';
import { Crumbs } from './crumbs.tsx';
import { stillOf } from './drawn.ts';
import { mapTerm } from './json-ld.ts';
import { sideLabels } from './labels.ts';
import { MapDrawing } from './map-drawing.tsx';
import { shownNames } from './names.server.ts';
import { Names } from './names.tsx';
import { placeIn, positionPath } from './paths.ts';
import { positionView } from './position.server.ts';
import { findPosition } from './resolve.server.ts';
import { crumbsOf, shownPosition } from './shown.server.ts';
import { TagFilterLinks } from './tag-filters.tsx';
import { filterPath, isFiltered, readTagFilters } from './tags.ts';
import { WayFrom } from './way-form.tsx';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { position, names, crumbs, outOf, intoOf, filters, origin } = data;
  const { name, path } = position;
  const description = `${name} in jiu-jitsu: what it looks like, ${counted(intoOf, 'way')} into it and ${counted(outOf, 'way')} out of it.`;
  const otherNames = names.own.map(({ text }) => text);
  const term = { name, description, path, otherNames, image: stillOf(position.drawn) };
  return [
    ...pageTags(matches, { path, title: `${name} on the map of jiu-jitsu`, description }),
    ...structured(matches, mapTerm(origin, [...crumbs, { name, path }], term)),
    ...(isFiltered(filters) ? [noIndex] : []),
  ];
};

const itemsShown = 4;

export const loader = page(async (scope, { params, url, context }) => {
  const { map, position } = await findPosition(scope, placeIn(params.place).id);
  const path = positionPath(position);
  const right = rightAddress(url, path);
  if (right) throw redirect(right, 301);
  const as = readRole(url.searchParams);
  const filters = readTagFilters(url.searchParams);
  const look = { theme: context.theme, as: as ?? 'bottom' } as const;
  const view = positionView(map, position, { filters, as, look });
  const shown = [...view.out, ...view.into];
  const { viewer } = scope;
  const [followed, followers, taught, names, items, studied] = await Promise.all([
    followedPositionsAmong(scope, [position.id]),
    positionFollowers(scope.em, position.id),
    itemsTeaching(
      scope,
      shown.map(({ id }) => id),
    ),
    shownNames(scope.em, { kind: 'position', id: position.id, name: position.name }),
    itemsOfPosition(scope, position.id, { size: itemsShown, after: null }),
    viewer && studiedAt({ ...scope, viewer }, position.id),
  ]);
  return {
    ...view,
    out: view.out.map((arc) => ({ ...arc, items: taught(arc.id) })),
    into: view.into.map((arc) => ({ ...arc, items: taught(arc.id) })),
    position: shownPosition(map, position, look),
    bothEyes: roles.map((role) => ({ role, ...shownPosition(map, position, { ...look, as: role }) })),
    following: followed.has(position.id),
    followers,
    studied: studied && { words: studiedText(studied), hasNotes: studied.notes > 0 },
    names,
    as,
    filters,
    crumbs: crumbsOf(position),
    items: items.items.map((card) => cardItem(scope, card)),
    origin: scope.origin,
    isSignedIn: scope.viewer !== null,
  };
});

export default function PositionPage() {
  const { position, bothEyes, names, as, filters, crumbs, out, into, tags, items, ...rest } =
    useLoaderData<typeof loader>();
  const { name, path } = position;
  const others = { as: as ?? undefined };
  return (
    <div className="stack stack--loose">
      <header className="stack">
        <Crumbs crumbs={crumbs} />
        <h1>{name}</h1>
        {position.isWaypoint && (
          <p className="notice">
            A moment on the way between techniques. It has no name of its own, so it is called by what leads
            here.
          </p>
        )}
        <Tabs
          label="Whose eyes"
          current={filterPath(path, filters, others)}
          tabs={[
            { href: filterPath(path, filters), label: 'From both sides' },
            ...roles.map((role) => ({
              href: filterPath(path, filters, { as: role }),
              label: `I am ${sideLabels[role]}`,
            })),
          ]}
        />
        <div className={as ? undefined : 'grid'}>
          {bothEyes
            .filter(({ role }) => as === null || role === as)
            .map((seen) => (
              <figure key={seen.role}>
                <MapDrawing drawn={seen.drawn} width={as ? 320 : undefined} />
                <figcaption className="soft small">You {sideLabels[seen.role]}</figcaption>
              </figure>
            ))}
        </div>
        <Names names={names} />
        <div className="row no-print">
          <FollowPositionButton
            id={position.id}
            name={name}
            following={rest.following}
            back={path}
            kind="secondary"
          />
          <span className="soft small">{counted(rest.followers, 'follower')}</span>{' '}
          <SheetLink href={sheetPath(as ? `${path}?as=${as}` : path)} />{' '}
          {items.length > 0 && (
            <a className="tap" href="#taught">
              Who teaches it
            </a>
          )}
        </div>
        {rest.studied && <StudiedLine {...rest.studied} positionId={position.id} />}
      </header>
      <section className="stack" aria-labelledby="from-here">
        <h2 id="from-here">Find a way from here</h2>
        <WayFrom id={position.id} as={as ?? undefined} />
      </section>
      <TagFilterLinks path={path} filters={filters} counts={tags} others={others} />
      <Arcs id="out" title="What leads out" arcs={out} all={rest.outOf} end="to" />
      <Arcs id="into" title="What leads in" arcs={into} all={rest.intoOf} end="from" />
      {items.length === 0 && (
        <Empty
          title="Missing here"
          text="No technique here begins or ends in it yet. Do you know one?"
          icon="camera"
        >
          <ButtonLink href={`/upload?startsIn=${position.id}`} kind="secondary">
            Teach one
          </ButtonLink>
        </Empty>
      )}
      {items.length > 0 && (
        <section className="stack" aria-labelledby="taught">
          <h2 id="taught">Who teaches it</h2>
          <ContentGrid
            items={items}
            path={path}
            origin={rest.origin}
            isSignedIn={rest.isSignedIn}
            heading="h3"
            isFirst={false}
          />
        </section>
      )}
      <CorrectLink thing={`p${position.id}`} />
    </div>
  );
}
