import { familyBySlug } from '../graph/families.ts';
import { type Role, roleAfter } from '../graph/states.ts';
import {
  type Arc,
  actorOf,
  type MapPosition,
  nameOfArc,
  type TechniqueMap,
} from '../graph/technique-map.server.ts';
import { drawnEnd, drawnPosition, type Look } from './drawn.server.ts';
import type { Crumb } from './json-ld.ts';
import { actorText, changeText, endText, rulesetLabels, titleOf } from './labels.ts';
import { familyPath, positionPath, transitionPath } from './paths.ts';
import type { ShownArc, ShownPosition } from './shown.ts';

/** What an arc is called on pages. */
export const titleOfArc = (map: TechniqueMap, arc: Arc): string => titleOf(nameOfArc(map, arc));

/** The page of a transition, which shows a reversed one when it is asked to. */
export const pathOfArc = ({ transition, isReversed }: Arc): string =>
  `${transitionPath(transition)}${isReversed ? '?back' : ''}`;

export const shownPosition = (map: TechniqueMap, position: MapPosition, look: Look): ShownPosition => ({
  id: position.id,
  name: titleOf(position.name),
  path: positionPath(position),
  isWaypoint: position.isWaypoint,
  drawn: drawnPosition(map, position, look),
});

const placeOf = (map: TechniqueMap, id: number) => {
  const position = map.positions.get(id);
  return position
    ? { name: titleOf(position.name), path: positionPath(position) }
    : { name: 'Unknown', path: '/map' };
};

/** @param before the viewer's role when it begins; null for one who looks from outside */
export function shownArc(map: TechniqueMap, arc: Arc, look: Look, before: Role | null): ShownArc {
  const { transition, changesRole } = arc;
  const end = before && endText(before, roleAfter(before, changesRole));
  const change = changesRole ? changeText : '';
  const isSpecial = transition.ruleset !== 'both';
  return {
    id: transition.id,
    name: titleOfArc(map, arc),
    path: pathOfArc(arc),
    facts: [
      `${actorText(actorOf(arc), before)}.`,
      end ?? change,
      isSpecial ? `${rulesetLabels[transition.ruleset]}.` : '',
    ].filter(Boolean),
    from: placeOf(map, arc.fromId),
    to: placeOf(map, arc.toId),
    drawn: drawnEnd(map, arc, look),
  };
}

export function crumbsOf(position: MapPosition | undefined): Crumb[] {
  const family = position && familyBySlug.get(position.family);
  return [
    { name: 'Map', path: '/map' },
    ...(family ? [{ name: family.name, path: familyPath(family.slug) }] : []),
  ];
}
