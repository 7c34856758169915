import type { Pose } from '../drawing/body.ts';
import { type Chapter, poseBetween, type Video } from '../drawing/motion.ts';
import { position } from '../drawing/notation.ts';
import { add, type Vector } from '../drawing/vectors.ts';

/** What happens in a video; `videos.ts` adds who is seen and from where. */
export type Script = Pick<Video, 'start' | 'chapters'>;

export const people = (...texts: string[]): Pose[] => position(0, 0, ...texts).people;

/** One step: its words, its length, how long of it the two move, and the positions they pass through. */
export const step = (words: string, seconds: number, moving: number, ...through: Pose[][]): Chapter => ({
  words,
  seconds,
  moving,
  through,
});

export const between = (a: Pose[], b: Pose[], t: number): Pose[] =>
  a.map((pose, who) => poseBetween(pose, b[who]!, t));

/** The same position with some joints of each person elsewhere. */
export const but = (whole: Pose[], ...changes: Partial<Pose>[]): Pose[] =>
  whole.map((pose, who) => ({ ...pose, ...changes[who] }));

export const shifted = (whole: Pose[], by: Vector): Pose[] =>
  whole.map((pose) => ({
    ...pose,
    hips: add(pose.hips, by),
    chest: add(pose.chest, by),
    head: pose.head && add(pose.head, by),
    hands: [add(pose.hands[0], by), add(pose.hands[1], by)],
    feet: [add(pose.feet[0], by), add(pose.feet[1], by)],
  }));
