import type { Arc, MapTransition } from '../graph/technique-map.server.ts';
import type { WayStep } from '../graph/ways.ts';
import { composeFit, type Fit, inverseFit, noFit } from '../import/pose.ts';
import { pictureScore } from './camera.ts';
import { cameraOf, framesOf } from './drawing.server.ts';
import { height, type Theme, width } from './figure.ts';
import { largestFitting } from './placement.ts';
import { type Camera, seenBy } from './projection.ts';
import { seenAs, type View } from './view.server.ts';

const radians = Math.PI / 180;

/** A smaller picture of one step would make all others small, so such a step is drawn at its own size. */
const smallestShared = 55;

/** How to draw the steps of a way, so that each begins as the one before ends: all from one camera and, where they fit,
 *  at one size. The same player is filled in all, the one who asked. */
export function wayViews(steps: readonly WayStep[], theme: Theme | null): View[] {
  if (!steps[0]) return [];
  const arcs = steps.map(({ arc }) => arc);
  const places = placesOf(arcs);
  const camera = seenAs(steps[0].roleBefore, sharedCamera(arcs, places));
  const seen = places.map((place) => seenIn(place, camera));
  const zooms = arcs.map(({ transition }, at) => zoomOf(transition, seen[at]!));
  const shared = Math.min(...zooms.filter((zoom) => zoom >= smallestShared));
  return steps.map(({ roleBefore }, at) => ({
    ...seen[at]!,
    theme,
    filled: roleBefore,
    zoom: Math.min(zooms[at]!, shared),
  }));
}

const startOf = ({ transition, isReversed }: Arc): Fit =>
  (isReversed ? transition.toFit : transition.fromFit) ?? noFit;
const endOf = ({ transition, isReversed }: Arc): Fit =>
  (isReversed ? transition.fromFit : transition.toFit) ?? noFit;

/** For each step, what turns its frames into the space of the first step's. */
export function placesOf(arcs: readonly Arc[]): Fit[] {
  const places: Fit[] = [];
  for (const [at, arc] of arcs.entries()) {
    const before = arcs[at - 1];
    const junction = before ? composeFit(endOf(before), places[at - 1]!) : startOf(arc);
    places.push(composeFit(inverseFit(startOf(arc)), junction));
  }
  return places;
}

interface Seen {
  camera: Camera;
  isMirrored: boolean;
}

/** How to look at the frames of a step to see what the camera sees in the space of the way. */
const seenIn = (place: Fit, { yaw, pitch }: Camera): Seen => ({
  camera: { yaw: degrees(yaw + place.angle / radians), pitch },
  isMirrored: place.mirror,
});

const degrees = (angle: number) => ((Math.round(angle) % 360) + 360) % 360;

/** Of the cameras that are best for one of the steps, the one that is best for the starts and ends of all. */
function sharedCamera(arcs: readonly Arc[], places: readonly Fit[]): Camera {
  const ends = arcs.map(({ transition }) => {
    const frames = framesOf(transition);
    return [...frames.slice(0, 1), ...frames.slice(-1)];
  });
  let best = { score: -Infinity, camera: { yaw: 0, pitch: 27 } };
  arcs.forEach(({ transition }, at) => {
    if (!transition.frames) return;
    const { yaw, pitch } = cameraOf(transition);
    const { angle, mirror } = places[at]!;
    const camera = { yaw: degrees((mirror ? -yaw : yaw) - angle / radians), pitch };
    const score = ends.reduce((sum, frames, step) => {
      const seen = seenIn(places[step]!, camera);
      return sum + pictureScore(frames.map((frame) => seenBy(frame, seen.camera, seen.isMirrored)));
    }, 0);
    if (score > best.score) best = { score, camera };
  });
  return best.camera;
}

function zoomOf(transition: MapTransition, { camera, isMirrored }: Seen): number {
  const frames = framesOf(transition);
  if (frames.length === 0) return Infinity;
  const seen = frames.map((frame) => seenBy(frame, camera, isMirrored));
  return largestFitting(seen, camera, { width, height });
}
