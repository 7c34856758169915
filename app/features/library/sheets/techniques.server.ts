import type { Scope } from '../../../scope.ts';
import { transitionStills, type View } from '../../map/drawing/view.server.ts';
import type { Role } from '../../map/graph/states.ts';
import type { Arc, TechniqueMap } from '../../map/graph/technique-map.server.ts';
import { drawnArc } from '../../map/screens/drawn.server.ts';
import { shownArc } from '../../map/screens/shown.server.ts';
import type { Card } from '../catalog/cards.server.ts';
import { cardsTeaching, teachingItems } from '../map-links/items-teaching.server.ts';
import type { Study, StudyTechnique } from './study.ts';

/** A study, and all items that belong to it. */
export interface Studied {
  study: Study;
  cards: Card[];
}

/** A technique before it is known what teaches it. */
export type Untaught = Omit<StudyTechnique, 'items'> & { id: number };

/** Paper has no theme, and pages choose between both. */
export const bothThemes = (filled: Role): View => ({ theme: null, filled });

/** @param before the viewer's role at its beginning; null for one who looks from outside */
export function drawnTechnique(map: TechniqueMap, arc: Arc, view: View, before: Role | null): Untaught {
  const look = { theme: null, as: view.filled };
  const { id, name, path, facts, from, to } = shownArc(map, arc, look, before);
  return {
    id,
    key: arc.isReversed ? `${id}-back` : String(id),
    name,
    path,
    facts,
    from: from.name,
    to: to.name,
    moving: drawnArc(map, arc, look, view),
    stills: transitionStills(arc, view).map((drawing, index, { length }) => ({
      drawing,
      alt: `${name}, picture ${index + 1} of ${length}`,
    })),
  };
}

/** What teaches each of the techniques: one reading for all. */
export async function teachingOf(
  scope: Scope,
  techniques: readonly Untaught[],
): Promise<{ taught: (technique: Untaught) => StudyTechnique; cards: Card[] }> {
  const cards = await cardsTeaching(
    scope,
    techniques.map(({ id }) => id),
  );
  const items = teachingItems(cards);
  const once = new Map([...cards.values()].flat().map((card) => [card.id, card]));
  return {
    taught: ({ id, ...technique }) => ({ ...technique, items: items(id) }),
    cards: [...once.values()],
  };
}
