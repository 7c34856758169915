import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { listFollowedPositions } from '../../community/position-follows/position-follows.server.ts';
import { itemsTeaching } from '../../library/map-links/items-teaching.server.ts';
import { techniqueMap } from '../../map/graph/technique-map.server.ts';
import { ArcList } from '../../map/screens/arc-list.tsx';
import { shownArc, shownPosition } from '../../map/screens/shown.server.ts';
import { whatNext } from './studied.server.ts';
import { studiedWords } from './studied-words.ts';

export const meta = () => [{ title: 'What next? | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope, { context }) => {
  const [map, followed] = await Promise.all([techniqueMap(scope), listFollowedPositions(scope)]);
  const studied = await whatNext(
    scope,
    map,
    followed.map(({ id }) => id),
  );
  const look = { theme: context.theme, as: 'bottom' } as const;
  const taught = await itemsTeaching(
    scope,
    studied.flatMap(({ arcs }) => arcs.map(({ transition }) => transition.id)),
  );
  return {
    studied: studied.flatMap(({ positionId, arcs, ...counts }) => {
      const position = map.positions.get(positionId);
      if (!position) return [];
      const { name, path } = shownPosition(map, position, look);
      const shown = arcs.map((arc) => ({
        ...shownArc(map, arc, look, null),
        items: taught(arc.transition.id),
      }));
      return { id: positionId, name, path, words: studiedWords(counts), arcs: shown };
    }),
  };
});

export default function Next() {
  const { studied } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose">
      <header className="stack">
        <h1>What next?</h1>
        <p className="lead">Techniques out of the positions that you study, and that you have not opened.</p>
      </header>
      {studied.length === 0 && (
        <Empty
          icon="flag"
          title="Nothing to go on from yet"
          text="Open techniques that are on the map, or follow a position."
        >
          <ButtonLink href="/map">Look at the map</ButtonLink>
        </Empty>
      )}
      {studied.map(({ id, name, path, words, arcs }) => (
        <section key={id} className="stack" aria-labelledby={`position-${id}`}>
          <h2 id={`position-${id}`}>
            <a className="tap" href={path}>
              {name}
            </a>
          </h2>
          <p className="soft small">{words}</p>
          {arcs.length > 0 ? (
            <ArcList arcs={arcs} end="to" />
          ) : (
            <p className="soft">You have opened all that is taught from here.</p>
          )}
        </section>
      ))}
    </div>
  );
}
