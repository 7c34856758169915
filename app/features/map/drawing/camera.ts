import type { Frame } from '../import/pose.ts';
import { crossingsOf, type DrawOrder, orderOf } from './order.ts';
import { type Camera, type Seen, seenBy } from './projection.ts';
import { visibleLength } from './visible.ts';

export interface BestCamera extends Camera {
  drawOrder: DrawOrder;
}

const yawStep = 15;
/** 0.25 to 0.6 radians: lower hides who lies behind, higher looks like a map of the mat. */
export const pitches = [15, 21, 27, 34];
/** Frames of a transition that the search looks at. */
const mostFrames = 8;
/** How many of the views with few crossings are ordered. */
const finalists = 12;

const crossingCost = 0.15;
const wrongCost = 0.5;

/** The camera from which a pose or a movement reads best: long limbs, few crossings, and few that the drawing order
 *  gets wrong. The same frames always give the same camera. */
export function bestCamera(frames: readonly Frame[]): BestCamera {
  const looked = sample(frames);
  const views = pitches
    .flatMap((pitch) => Array.from({ length: 360 / yawStep }, (_, at) => ({ yaw: at * yawStep, pitch })))
    .map((camera) => {
      const seen = looked.map((frame) => seenBy(frame, camera));
      return { camera, seen, score: pictureScore(seen) };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, finalists)
    .map(({ camera, seen, score }) => {
      const { wrong } = orderOf(crossingsOf(seen));
      return { camera, score: score - (wrongCost * wrong) / looked.length };
    });
  const best = views.reduce((a, b) => (b.score > a.score ? b : a));
  return { ...best.camera, drawOrder: drawOrder(frames, best.camera) };
}

/** How well pictures read, before their parts are ordered: metres of limbs seen, less what crosses. */
export function pictureScore(seen: readonly Seen[]): number {
  if (seen.length === 0) return 0;
  const visible = seen.reduce((sum, one) => sum + visibleLength(one), 0);
  return (visible - crossingCost * crossingsOf(seen, false).count) / seen.length;
}

/** The drawing order of all frames from one camera. */
export function drawOrder(frames: readonly Frame[], camera: Camera, isMirrored = false): DrawOrder {
  return orderOf(crossingsOf(frames.map((frame) => seenBy(frame, camera, isMirrored)))).order;
}

function sample(frames: readonly Frame[]): readonly Frame[] {
  if (frames.length <= mostFrames) return frames;
  return Array.from(
    { length: mostFrames },
    (_, at) => frames[Math.round((at * (frames.length - 1)) / (mostFrames - 1))]!,
  );
}
