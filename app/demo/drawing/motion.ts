import type { Pair, Pose } from './body.ts';
import { ballsOf, cameraFor, drawParts, peopleParts, type Staging } from './stage.ts';
import { moved, turned } from './turning.ts';
import { mix, type Vector } from './vectors.ts';

/** A video: positions to pass through, each with the seconds it takes to get there, seen by one camera. */
export interface Video {
  staging: Staging;
  turn: number;
  height: number;
  steps: { people: Pose[]; seconds: number }[];
}

const blend = (a: Vector | undefined, b: Vector | undefined, t: number) => (a && b ? mix(a, b, t) : (b ?? a));

const blendPair = (a: Pair<Vector> | undefined, b: Pair<Vector> | undefined, t: number) =>
  a && b ? ([mix(a[0], b[0], t), mix(a[1], b[1], t)] as const) : (b ?? a);

/** A pose between two others: hands and feet move, and the joints follow. */
function poseBetween(a: Pose, b: Pose, t: number): Pose {
  return {
    hips: mix(a.hips, b.hips, t),
    chest: mix(a.chest, b.chest, t),
    front: mix(a.front, b.front, t),
    hipsFront: mix(a.hipsFront ?? a.front, b.hipsFront ?? b.front, t),
    round: (a.round ?? 0) * (1 - t) + (b.round ?? 0) * t,
    head: blend(a.head, b.head, t),
    look: blend(a.look, b.look, t),
    hands: blendPair(a.hands, b.hands, t)!,
    feet: blendPair(a.feet, b.feet, t)!,
    elbows: blendPair(a.elbows, b.elbows, t),
    knees: blendPair(a.knees, b.knees, t),
    toes: blendPair(a.toes, b.toes, t),
  };
}

const ease = (t: number) => t * t * (3 - 2 * t);

export function drawVideo({ staging, turn, height, steps }: Video, perSecond: number): string[] {
  const stations = steps.map(({ people }) => people.map((pose) => moved(pose, (v) => turned(v, turn))));
  const all = stations.flatMap((people) => ballsOf(peopleParts(people, staging.wardrobe)));
  const camera = cameraFor(all, height);
  return steps.slice(1).flatMap(({ seconds }, i) => {
    const count = Math.round(seconds * perSecond);
    return Array.from({ length: count }, (_, frame) => {
      const poses = stations[i]!.map((pose, who) =>
        poseBetween(pose, stations[i + 1]![who]!, ease(frame / count)),
      );
      return drawParts(camera, peopleParts(poses, staging.wardrobe), staging.room);
    });
  });
}
