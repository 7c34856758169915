import type { Scope } from '../../../scope.ts';
import { counted } from '../../../ui/number.ts';
import { type Role, roleAfter, roles } from '../../map/graph/states.ts';
import type { Arc, MapPosition, TechniqueMap } from '../../map/graph/technique-map.server.ts';
import { drawnPosition } from '../../map/screens/drawn.server.ts';
import { sideLabels, titleOf } from '../../map/screens/labels.ts';
import { shownNames } from '../../map/screens/names.server.ts';
import { positionPath } from '../../map/screens/paths.ts';
import { itemsOfPosition } from '../map-links/items-of.server.ts';
import { packLimits } from './pack-limits.ts';
import { bothThemes, drawnTechnique, type Studied, teachingOf } from './techniques.server.ts';

/** A position with what leads out of it and into it; `as` is the viewer's role in it. */
export async function studyPosition(
  scope: Scope,
  map: TechniqueMap,
  position: MapPosition,
  as: Role | null,
): Promise<Studied> {
  const [out, into] = [map.arcsFrom(position.id), map.arcsInto(position.id)].map(tapsLast);
  const taken = {
    out: (out ?? []).slice(0, packLimits.techniques),
    into: (into ?? []).slice(0, Math.max(0, packLimits.techniques - (out ?? []).length)),
  };
  const before = { out: () => as, into: (arc: Arc) => as && roleAfter(as, arc.changesRole) };
  const draw = (side: 'out' | 'into') =>
    taken[side].map((arc) => {
      const role = before[side](arc);
      return drawnTechnique(map, arc, bothThemes(role ?? 'bottom'), role);
    });
  const drawn = { out: draw('out'), into: draw('into') };
  const [teaching, names, here] = await Promise.all([
    teachingOf(scope, [...drawn.out, ...drawn.into]),
    shownNames(scope.em, { kind: 'position', id: position.id, name: position.name }),
    itemsOfPosition(scope, position.id, { size: packLimits.items, after: null }),
  ]);
  const group = (id: 'out' | 'into', title: string, all: number) => ({
    id,
    title,
    techniques: drawn[id].map(teaching.taught),
    left: all - drawn[id].length,
  });
  const path = positionPath(position);
  return {
    study: {
      kind: 'position',
      title: titleOf(position.name),
      lead: `${counted(into?.length ?? 0, 'way')} in, ${counted(out?.length ?? 0, 'way')} out.`,
      path,
      url: `${scope.origin}${path}`,
      names,
      item: null,
      figures: roles.flatMap((role) => {
        const seen = drawnPosition(map, position, { theme: null, as: role });
        return seen ? [{ caption: `You ${sideLabels[role]}`, drawn: seen }] : [];
      }),
      groups: [
        group('out', 'What leads out', out?.length ?? 0),
        group('into', 'What leads in', into?.length ?? 0),
      ],
    },
    cards: [...here.items, ...teaching.cards],
  };
}

const tapsLast = (arcs: readonly Arc[]) =>
  arcs.toSorted((one, other) => Number(one.transition.isTap) - Number(other.transition.isTap));
