import type { Pair, Pose } from './body.ts';
import { caption } from './caption.ts';
import { ballsOf, cameraFor, drawParts, peopleParts, type Staging } from './stage.ts';
import { moved, turned } from './turning.ts';
import { add, scale, type Vector } from './vectors.ts';

/** A video of one technique, seen by one camera. Each chapter shows one step. */
export interface Video {
  staging: Staging;
  turn: number;
  height: number;
  start: Pose[];
  chapters: Chapter[];
  /** What the camera frames; otherwise all that happens. */
  framed?: Pose[];
}

/** Passes through the positions in `moving` seconds and shows the last one for the rest of `seconds`. */
export interface Chapter {
  words: string;
  seconds: number;
  moving: number;
  through: Pose[][];
}

const singles = ['hips', 'chest', 'front', 'hipsFront', 'head', 'look'] as const;
const pairs = ['hands', 'feet', 'elbows', 'knees', 'toes'] as const;

/** A pose between two others: hands and feet move, and the joints follow. */
export const poseBetween = (a: Pose, b: Pose, t: number): Pose => weighted([a, b], [1 - t, t]);

function weighted(poses: Pose[], weights: number[]): Pose {
  const sum = (vectors: Vector[]) => vectors.map((vector, i) => scale(vector, weights[i]!)).reduce(add);
  /** A joint that only some of the poses name keeps its place in the others. */
  const given = <T>(of: (pose: Pose) => T | undefined): T[] | undefined => {
    const some = poses.map(of).find((each) => each !== undefined);
    return some && poses.map((pose) => of(pose) ?? some);
  };
  const one = singles.map((name) => {
    const vectors = given((pose) => (name === 'hipsFront' ? (pose.hipsFront ?? pose.front) : pose[name]));
    return [name, vectors && sum(vectors)];
  });
  const two = pairs.map((name) => {
    const both = given((pose) => pose[name]);
    return [name, both && ([0, 1].map((i) => sum(both.map((pair) => pair[i]!))) as unknown as Pair<Vector>)];
  });
  const round = poses.reduce((all, pose, i) => all + (pose.round ?? 0) * weights[i]!, 0);
  return { ...poses[0]!, ...Object.fromEntries([...one, ...two]), round };
}

/** A pose on a smooth curve (Catmull-Rom) through all poses, so that nothing stops between them; `at` is 0 to 1. */
export function poseOn(way: Pose[], at: number): Pose {
  const along = at * (way.length - 1);
  const i = Math.min(Math.floor(along), way.length - 2);
  const t = along - i;
  const poses = [way[Math.max(i - 1, 0)]!, way[i]!, way[i + 1]!, way[Math.min(i + 2, way.length - 1)]!];
  return weighted(poses, [
    (-(t ** 3) + 2 * t ** 2 - t) / 2,
    (3 * t ** 3 - 5 * t ** 2 + 2) / 2,
    (-3 * t ** 3 + 4 * t ** 2 + t) / 2,
    (t ** 3 - t ** 2) / 2,
  ]);
}

const ease = (t: number) => t * t * (3 - 2 * t);

export function drawVideo(
  { staging, turn, height, start, chapters, framed }: Video,
  perSecond: number,
  { hasCaptions = true } = {},
): string[] {
  const turnAll = (people: Pose[]) => people.map((pose) => moved(pose, (v) => turned(v, turn)));
  const ends = [start, ...chapters.map(({ through }) => through.at(-1)!)];
  const ways = chapters.map(({ through }, i) => [ends[i]!, ...through].map(turnAll));
  const seen = framed ? [turnAll(framed)] : ways.flat();
  const all = seen.flatMap((people) => ballsOf(peopleParts(people, staging.wardrobe)));
  const camera = cameraFor(all, height, staging.close);
  return chapters.flatMap(({ words, seconds, moving }, i) => {
    const drawn = (at: number) => {
      const poses = start.map((_, who) =>
        poseOn(
          ways[i]!.map((people) => people[who]!),
          at,
        ),
      );
      const parts = peopleParts(poses, staging.wardrobe);
      return drawParts(camera, parts, staging.room, hasCaptions ? caption(i + 1, words) : '');
    };
    const movingFrames = Math.round(moving * perSecond);
    const movement = Array.from({ length: movingFrames }, (_, frame) => drawn(ease(frame / movingFrames)));
    const pause = Array<string>(seconds * perSecond - movingFrames).fill(drawn(1));
    return [...movement, ...pause];
  });
}

/** When each chapter begins, in seconds. */
export const chapterTimes = ({ chapters }: Video): number[] =>
  chapters.map((_, i) => chapters.slice(0, i).reduce((sum, { seconds }) => sum + seconds, 0));
