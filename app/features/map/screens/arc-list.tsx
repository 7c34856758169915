import type { TeachingItem } from '../../library/map-links/items-teaching.server.ts';
import type { Drawn } from './drawn.ts';
import { MapDrawing } from './map-drawing.tsx';
import type { ShownArc } from './shown.ts';
import { TaughtItems } from './taught-items.tsx';

interface ArcListProps {
  arcs: readonly (ShownArc & { items: readonly TeachingItem[] })[];
  /** Which end the list is about: the other one is named. */
  end: 'from' | 'to';
}

/** Techniques in rows: what they look like, who acts, where they lead or come from, and what teaches them. */
export function ArcList({ arcs, end }: ArcListProps) {
  return (
    <ul className="creators">
      {arcs.map((arc) => (
        <li key={`${arc.id} ${arc.path}`} className="item__review">
          <SmallDrawing drawn={arc.drawn} />
          <div>
            <h3 className="as-h3">
              <a className="tap" href={arc.path}>
                {arc.name}
              </a>
            </h3>
            <p className="soft small">{arc.facts.join(' ')}</p>
            <p className="small">
              {end === 'to' ? 'To' : 'From'} <a href={arc[end].path}>{arc[end].name}</a>
            </p>
            <TaughtItems items={arc.items} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** A drawing beside words, which say the same. */
export const SmallDrawing = ({ drawn }: { drawn: Drawn | null }) => (
  <MapDrawing drawn={drawn} width={96} isDecoration />
);
