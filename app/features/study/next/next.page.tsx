import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { listFollowedPositions } from '../../community/position-follows/position-follows.server.ts';
import { techniqueMap } from '../../map/graph/technique-map.server.ts';
import { ArcList } from '../../map/screens/arc-list.tsx';
import { shownArc, shownPosition } from '../../map/screens/shown.server.ts';
import { TaughtItems } from '../../map/screens/taught-items.tsx';
import { whatNext } from './studied.server.ts';
import { studiedText } from './studied-text.ts';

export const meta = () => [{ title: 'What next? | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope, { context }) => {
  const map = await techniqueMap(scope);
  const studied = await whatNext(scope, map, await listFollowedPositions(scope));
  const look = { theme: context.theme, as: 'bottom' } as const;
  const places = studied.map(({ positionId, position, arcs, items, ...counts }) => {
    const { name, path } = shownPosition(map, position, look);
    const shown = arcs.map(({ arc, items }) => ({ ...shownArc(map, arc, look, null), items }));
    return { id: positionId, name, path, words: studiedText(counts), arcs: shown, items };
  });
  const hasNew = ({ arcs, items }: (typeof places)[number]) => arcs.length + items.length > 0;
  return { studied: places.filter(hasNew), done: places.filter((place) => !hasNew(place)) };
});

type Place = ReturnType<typeof useLoaderData<typeof loader>>['studied'][number];

export default function Next() {
  const { studied, done } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose">
      <header className="stack">
        <h1>What next?</h1>
        <p className="lead">Techniques from the positions that you study, and that you have not opened.</p>
      </header>
      {studied.length + done.length === 0 && (
        <Empty
          icon="flag"
          title="Nothing to go on from yet"
          text="Open techniques that are on the map, or follow a position."
        >
          <ButtonLink href="/map">Look at the map</ButtonLink>
        </Empty>
      )}
      {studied.map((place) => (
        <NewFrom key={place.id} place={place} />
      ))}
      {done.length > 0 && <AllOpened places={done} />}
    </div>
  );
}

function NewFrom({ place: { id, name, path, words, arcs, items } }: { place: Place }) {
  return (
    <section className="stack" aria-labelledby={`position-${id}`}>
      <h2 id={`position-${id}`}>
        <a className="tap" href={path}>
          {name}
        </a>
      </h2>
      <p className="soft small">{words}</p>
      <ArcList arcs={arcs} end="to" />
      {items.length > 0 && arcs.length > 0 && <h3 className="as-h3">Also from here</h3>}
      <TaughtItems items={items} />
    </section>
  );
}

/** Positions of which the member has opened everything, in one list at the end. */
function AllOpened({ places }: { places: Place[] }) {
  return (
    <section className="stack" aria-labelledby="all-opened">
      <h2 id="all-opened">All opened</h2>
      <p>You have opened every technique that is taught from these positions.</p>
      <ul>
        {places.map(({ id, name, path, words }) => (
          <li key={id}>
            <a className="tap" href={path}>
              {name}
            </a>{' '}
            <span className="soft small">{words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
