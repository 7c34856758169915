import type { z } from 'zod';
import { type Arc, actorOf, type MapPosition, type TechniqueMap } from '../graph/technique-map.server.ts';
import { drawnArc, drawnPosition } from './drawn.server.ts';
import { stillOf } from './drawn.ts';
import { titleOf } from './labels.ts';
import type { arcShape, itemLineShape, positionLineShape } from './map.schema.ts';
import type { ShownNames } from './names.server.ts';
import { positionPath } from './paths.ts';
import { pathOfArc, titleOfArc } from './shown.server.ts';

/** Programs get the drawings of the light theme, in which the one on the bottom is filled. */
const look = { theme: 'light', as: 'bottom' } as const;

export const positionLine = (
  map: TechniqueMap,
  position: MapPosition,
): z.output<typeof positionLineShape> => ({
  id: position.id,
  name: titleOf(position.name),
  url: positionPath(position),
  family: position.family,
  tags: position.tags,
  isWaypoint: position.isWaypoint,
  drawingUrl: stillOf(drawnPosition(map, position, look)),
});

export const arcLine = (map: TechniqueMap, arc: Arc): z.output<typeof arcShape> => ({
  transitionId: arc.transition.id,
  name: titleOfArc(map, arc),
  url: pathOfArc(arc),
  from: arc.fromId,
  to: arc.toId,
  isReversed: arc.isReversed,
  actor: actorOf(arc),
  changesRole: arc.changesRole,
  ruleset: arc.transition.ruleset,
  isTap: arc.transition.isTap,
  drawingUrl: movingOf(map, arc),
});

/** The address of the movement. */
export const movingOf = (map: TechniqueMap, arc: Arc): string | null =>
  drawnArc(map, arc, look)?.drawing.light?.moving ?? null;

export const nameLines = ({ own, terms }: ShownNames) => [
  ...own.map(({ language, text }) => ({ language, text })),
  ...terms.flatMap(({ names }) =>
    (Object.entries(names) as [ShownNames['own'][number]['language'], string][]).map(([language, text]) => ({
      language,
      text,
    })),
  ),
];

type ItemLine = z.output<typeof itemLineShape>;

export const itemLine = ({ id, title, locked }: ItemLine): ItemLine => ({
  id,
  title,
  locked,
});
