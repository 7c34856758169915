import type { Role } from '../../../app/features/map/graph/states.ts';
import type { TechniqueMap } from '../../../app/features/map/graph/technique-map.server.ts';
import { findWays, type WeightOf } from '../../../app/features/map/graph/ways.ts';

export interface PairQuestion {
  /** Ids of positions. */
  from: number;
  to: number;
  /** The role of the one who asks, at the start. */
  as: Role;
}

/** The ways from one position to another, whatever the role at the end. */
export const waysBetween = (
  map: TechniqueMap,
  { from, to, as }: PairQuestion,
  weightOf?: WeightOf,
  most?: number,
) => findWays(map, { from: [from], to: [to], as, endAs: null }, weightOf, most);
