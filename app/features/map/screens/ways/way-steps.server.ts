import type { Role } from '../../graph/states.ts';
import type { TechniqueMap } from '../../graph/technique-map.server.ts';
import type { Way } from '../../graph/ways.ts';
import { drawnSteps, type Look } from '../drawn.server.ts';
import { shownArc } from '../shown.server.ts';
import type { ShownArc } from '../shown.ts';

export interface ShownWay {
  steps: ShownArc[];
  /** The role in which it ends. */
  endsAs: Role;
}

/** A way as pages show it: all its drawings look from one side, and the viewer is the same person in each. */
export function shownWay(map: TechniqueMap, { steps }: Way, theme: Look['theme']): ShownWay {
  const [first, ...others] = steps;
  if (!first) throw new Error('A way without steps is not shown.');
  const drawings = drawnSteps(map, [first, ...others], theme);
  return {
    steps: steps.map(({ arc, roleBefore }, at) => ({
      ...shownArc(map, arc, { theme, as: roleBefore }, roleBefore),
      drawn: drawings[at] ?? null,
    })),
    endsAs: steps.at(-1)?.roleAfter ?? first.roleAfter,
  };
}
