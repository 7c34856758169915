import { type Role, roleAfter } from '../graph/states.ts';
import { type Arc, actorOf, type MapTransition, type TechniqueMap } from '../graph/technique-map.server.ts';
import { drawnArc, drawnStills, type Look } from './drawn.server.ts';
import { actorText, changeText, endText, rulesetLabels, tagLabel } from './labels.ts';
import { shownArc, shownPosition, titleOfArc } from './shown.server.ts';

/** A transition in the direction asked for; in its usual one when it leads one way only. */
export function arcOf(
  map: TechniqueMap,
  { id, fromId, toId, bothWays }: MapTransition,
  isBack: boolean,
): Arc {
  const isReversed = isBack && bothWays;
  const arcs = map.arcsFrom(isReversed ? toId : fromId);
  return arcs.find((arc) => arc.transition.id === id && arc.isReversed === isReversed) as Arc;
}

/** A technique with its two ends, and what commonly follows. */
export function transitionView(map: TechniqueMap, arc: Arc, look: Look, as: Role | null) {
  const { transition } = arc;
  const [from, to] = [map.positions.get(arc.fromId), map.positions.get(arc.toId)];
  if (!from || !to) throw new Error(`Transition ${transition.id} has an end that is not on the map.`);
  const after = as && roleAfter(as, arc.changesRole);
  const endLook = { ...look, as: after ?? look.as };
  return {
    id: transition.id,
    name: titleOfArc(map, arc),
    tags: transition.tags.map(tagLabel),
    seenIn: transition.seenIn,
    isTap: transition.isTap,
    facts: [
      `${actorText(actorOf(arc), as)}.`,
      as && after ? endText(as, after) : arc.changesRole ? changeText : 'The roles stay as they are.',
      `${rulesetLabels[transition.ruleset]}.`,
    ],
    moving: drawnArc(map, arc, look),
    stills: drawnStills(map, arc, look),
    from: shownPosition(map, from, look),
    to: shownPosition(map, to, endLook),
    /** What may follow its end. */
    next: transition.isTap ? [] : map.arcsFrom(to.id).map((each) => shownArc(map, each, endLook, after)),
  };
}
