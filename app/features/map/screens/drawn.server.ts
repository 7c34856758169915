import { positionAltText, transitionAltText } from '../drawing/alt-texts.ts';
import type { Theme } from '../drawing/figure.ts';
import {
  type DrawingFacts,
  positionDrawing,
  transitionDrawing,
  transitionStills,
  type View,
} from '../drawing/view.server.ts';
import { wayViews } from '../drawing/way.server.ts';
import type { Role } from '../graph/states.ts';
import {
  type Arc,
  actorOf,
  type MapPosition,
  nameOfArc,
  type TechniqueMap,
} from '../graph/technique-map.server.ts';
import type { WayStep } from '../graph/ways.ts';
import type { Drawn } from './drawn.ts';

/** Who looks, and in which colours. */
export interface Look {
  theme: Theme | null;
  as: Role;
}

const viewOf = ({ theme, as }: Look): View => ({ theme, filled: as });

export function drawnPosition(map: TechniqueMap, position: MapPosition, look: Look): Drawn | null {
  const drawing = positionDrawing(map, position, viewOf(look));
  return drawing && { drawing, alt: positionAltText(position.name, look.as) };
}

/** The movement of a technique. */
export function drawnArc(map: TechniqueMap, arc: Arc, look: Look, view: View = viewOf(look)): Drawn | null {
  const drawing = transitionDrawing(arc, view);
  return drawing && { drawing, alt: wordsOf(map, arc, look.as) };
}

/** Where a technique ends, for lists, in which many movements at once would be too much. */
export function drawnEnd(map: TechniqueMap, arc: Arc, look: Look): Drawn | null {
  const drawn = drawnArc(map, arc, look);
  return withoutMotion(drawn);
}

/** A technique as stills, from its start to its end. */
export const drawnStills = (map: TechniqueMap, arc: Arc, look: Look): Drawn[] =>
  transitionStills(arc, viewOf(look)).map((drawing, index, { length }) => ({
    drawing,
    alt: `${nameOfArc(map, arc)}, picture ${index + 1} of ${length}`,
  }));

/** The steps of a way, seen by one camera; the viewer is the same person in each. */
export const drawnSteps = (
  map: TechniqueMap,
  steps: readonly WayStep[],
  theme: Theme | null,
): (Drawn | null)[] =>
  wayViews(steps, theme).map((view, at) => {
    const { arc } = steps[at] as WayStep;
    return drawnArc(map, arc, { theme, as: view.filled }, view);
  });

export const withoutMotion = (drawn: Drawn | null): Drawn | null =>
  drawn && { ...drawn, drawing: standing(drawn.drawing) };

const standing = ({ light, dark, ...size }: DrawingFacts): DrawingFacts => ({
  ...size,
  light: light && { ...light, moving: null },
  dark: dark && { ...dark, moving: null },
});

const wordsOf = (map: TechniqueMap, arc: Arc, filled: Role) =>
  transitionAltText({
    from: map.positions.get(arc.fromId)?.name ?? '',
    to: map.positions.get(arc.toId)?.name ?? '',
    name: nameOfArc(map, arc),
    actor: actorOf(arc),
    changesRole: arc.changesRole,
    filled,
  });
