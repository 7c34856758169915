import { parts, radius } from './body.ts';
import type { Camera, Seen } from './projection.ts';

/** Where the picture of a pose lies in its box. */
export interface Placement {
  /** Units for a metre. */
  scale: number;
  left: number;
  top: number;
  /** The far edge of the mat, in units from above. */
  horizon: number;
}

interface Box {
  width: number;
  height: number;
  zoom: number | null;
}

const margin = 5;
/** Poses of one person's length are not drawn larger than others. */
export const largestScale = 95;
export const smallestScale = 20;
/** Metres of mat behind the farthest joint. */
const matBehind = 0.5;

/** Centres all frames in the box, as large as they fit. */
export function place(seen: readonly Seen[], camera: Camera, { width, height, zoom }: Box): Placement {
  const { x0, x1, y0, y1, far } = extent(seen, camera);
  const scale = zoom ?? largestFitting(seen, camera, { width, height });
  const top = height / 2 - (scale * (y0 + y1)) / 2;
  const horizon = top + scale * (far - matBehind) * Math.sin((camera.pitch * Math.PI) / 180);
  return {
    scale,
    left: width / 2 - (scale * (x0 + x1)) / 2,
    top,
    horizon: Math.round(Math.max(height / 5, horizon)),
  };
}

/** Whole units for a metre at which all frames are inside of the box. */
export function largestFitting(seen: readonly Seen[], camera: Camera, box: Omit<Box, 'zoom'>): number {
  const { x0, x1, y0, y1 } = extent(seen, camera);
  const room = Math.min((box.width - 2 * margin) / (x1 - x0), (box.height - 2 * margin) / (y1 - y0));
  return Math.max(smallestScale, Math.floor(Math.min(room, largestScale)));
}

/** What the parts cover in metres, and how far away on the mat the farthest joint is. */
function extent(seen: readonly Seen[], { pitch }: Camera) {
  const [sin, cos] = [Math.sin((pitch * Math.PI) / 180), Math.cos((pitch * Math.PI) / 180)];
  const found = { x0: Infinity, x1: -Infinity, y0: Infinity, y1: -Infinity, far: Infinity };
  for (const one of seen) {
    for (const { joints, kind } of parts) {
      for (const joint of joints) {
        const [x, y, depth] = [one[3 * joint]!, one[3 * joint + 1]!, one[3 * joint + 2]!];
        found.x0 = Math.min(found.x0, x - radius[kind]);
        found.x1 = Math.max(found.x1, x + radius[kind]);
        found.y0 = Math.min(found.y0, y - radius[kind]);
        found.y1 = Math.max(found.y1, y + radius[kind]);
        found.far = Math.min(found.far, y * sin + depth * cos);
      }
    }
  }
  return found;
}
