import type { Role } from '../../graph/states.ts';
import type { TechniqueMap } from '../../graph/technique-map.server.ts';
import type { Way } from '../../graph/ways.ts';
import { drawnSteps, type Look, withoutMotion } from '../drawn.server.ts';
import { shownArc } from '../shown.server.ts';
import type { ShownArc } from '../shown.ts';

export interface ShownWay {
  steps: ShownArc[];
  /** The role in which it ends. */
  endsAs: Role;
}

/** Movements take most of the bytes of an answer, and more of them at once are not watched. */
const mostMoving = 6;

/** Ways as pages show them: all drawings of one look from one side, and the viewer is the same person in each. The first
 *  steps move; those after them show how they end, and move on their own pages. */
export function shownWays(map: TechniqueMap, ways: readonly Way[], theme: Look['theme']): ShownWay[] {
  let moving = 0;
  return ways.map(({ steps }) => {
    const drawings = drawnSteps(map, steps, theme);
    return {
      steps: steps.map(({ arc, roleBefore }, at) => {
        const drawn = drawings[at] ?? null;
        moving += 1;
        return {
          ...shownArc(map, arc, { theme, as: roleBefore }, roleBefore),
          drawn: moving <= mostMoving ? drawn : withoutMotion(drawn),
        };
      }),
      endsAs: steps.at(-1)?.roleAfter ?? 'bottom',
    };
  });
}
