import type { Role } from '../graph/states.ts';
import type { Arc, MapPosition, TechniqueMap } from '../graph/technique-map.server.ts';
import { frameBytes } from '../import/pose.ts';
import { addressOf, cameraOf } from './drawing.server.ts';
import { height, type Theme, width } from './figure.ts';
import type { Asked } from './name.ts';
import type { Camera } from './projection.ts';

/** How a page shows a drawing. */
export interface View {
  /** Null where the browser decides. */
  theme: Theme | null;
  /** Who is drawn filled, by the roles at the start: 'you'. */
  filled: Role;
  /** Where another than the best one of this thing is needed. */
  camera?: Camera;
  isMirrored?: boolean;
  zoom?: number | null;
}

/** The addresses of a drawing for one theme. */
export interface Addresses {
  still: string;
  /** Null for what does not move. */
  moving: string | null;
}

/** What `<Drawing>` shows. */
export interface DrawingFacts {
  width: number;
  height: number;
  light: Addresses | null;
  dark: Addresses | null;
}

/** The one at the bottom looks from the other side. */
export const seenAs = (role: Role, { yaw, pitch }: Camera): Camera => ({
  yaw: role === 'top' ? yaw : (yaw + 180) % 360,
  pitch,
});

type Shown = Pick<Asked, 'of' | 'id' | 'filled' | 'yaw' | 'pitch' | 'isMirrored' | 'zoom'>;

/** The still of a position; null when neither it nor the one it looks like has a frame. */
export function positionDrawing(map: TechniqueMap, position: MapPosition, view: View): DrawingFacts | null {
  const thing = position.frame ? position : map.positions.get(position.looksLike ?? 0);
  if (!thing?.frame) return null;
  const { yaw, pitch } = view.camera ?? seenAs(view.filled, cameraOf(thing));
  const filled = view.filled === 'top' ? 0 : 1;
  const shown: Shown = { of: 'position', id: thing.id, filled, yaw, pitch, ...rest(view) };
  const still = (theme: Theme) => addressOf(thing, { ...shown, theme, frame: 0, isReversed: false });
  return facts(view, (theme) => ({ still: still(theme), moving: null }));
}

/** The movement of a transition, with a still of its end for those who want no motion; null when it has no frames. */
export function transitionDrawing(arc: Arc, view: View): DrawingFacts | null {
  const { transition, isReversed } = arc;
  const { length } = transition.frames ?? [];
  if (!length) return null;
  const last = isReversed ? 0 : length / frameBytes - 1;
  const shown = shownOf(arc, view);
  return facts(view, (theme) => ({
    still: addressOf(transition, { ...shown, theme, frame: last, isReversed: false }),
    moving: addressOf(transition, { ...shown, theme, frame: null, isReversed }),
  }));
}

/** A transition as at most `most` stills from its start to its end, for print and for those who want no motion. */
export function transitionStills(arc: Arc, view: View, most = 5): DrawingFacts[] {
  const { transition, isReversed } = arc;
  const frames = (transition.frames?.length ?? 0) / frameBytes;
  const count = Math.min(frames, most);
  const shown = shownOf(arc, view);
  return Array.from({ length: count }, (_, at) => {
    const place = Math.round((at * (frames - 1)) / Math.max(1, count - 1));
    const frame = isReversed ? frames - 1 - place : place;
    return facts(view, (theme) => ({
      still: addressOf(transition, { ...shown, theme, frame, isReversed: false }),
      moving: null,
    }));
  });
}

function shownOf({ transition, isReversed }: Arc, view: View): Shown {
  const { yaw, pitch } = view.camera ?? seenAs(view.filled, cameraOf(transition));
  const start = isReversed ? transition.toFit : transition.fromFit;
  const filled = (view.filled === 'top') === !start?.swap ? 0 : 1;
  return { of: 'transition', id: transition.id, filled, yaw, pitch, ...rest(view) };
}

const rest = ({ isMirrored = false, zoom = null }: View) => ({ isMirrored, zoom });

const facts = ({ theme }: View, addresses: (theme: Theme) => Addresses): DrawingFacts => ({
  width,
  height,
  light: theme === 'dark' ? null : addresses('light'),
  dark: theme === 'light' ? null : addresses('dark'),
});
