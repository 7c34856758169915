import type { Pair, Pose } from './body.ts';
import type { Ball, Paint } from './ink.ts';
import type { Vector } from './vectors.ts';

/** One or two people in a position; the one who does the technique comes first. */
export interface Position {
  /** Degrees by which the pair is turned for the clearest view, and the height of the camera. */
  turn: number;
  height: number;
  people: Pose[];
  props?: Prop[];
  /** What must fill the frame, when it is not all people. */
  focus?: Ball[];
}

export interface Prop {
  skins: Ball[][];
  paint: Paint;
  face?: Ball[];
}

const singles = ['hips', 'chest', 'front', 'hipsFront', 'head', 'look'] as const;
const pairs = ['hands', 'feet', 'elbows', 'knees', 'toes'] as const;

/** Reads a position from shorthand: one text per person, with joints as `name x y z` and a bar between left and
 *  right. Hips, chest, hands and feet are places in centimetres; front, look, elbows, knees and toes are directions;
 *  the mat is at y = 0. */
export const position = (turn: number, height: number, ...people: string[]): Position => ({
  turn,
  height,
  people: people.map(poseFrom),
});

function poseFrom(text: string): Pose {
  const entries = new Map(
    text
      .trim()
      .split(/\s*[;\n]\s*/)
      .filter(Boolean)
      .map((entry) => {
        const [name = '', ...rest] = entry.split(' ');
        return [name, rest.join(' ').split(' | ').map(vectorFrom)] as const;
      }),
  );
  const pose: Record<string, Vector | Pair<Vector> | number> = {};
  for (const [name, vectors] of entries) {
    if (name === 'round') pose[name] = vectors[0]![0];
    else if (singles.some((single) => single === name) && vectors.length === 1) pose[name] = vectors[0]!;
    else if (pairs.some((pair) => pair === name) && vectors.length === 2)
      pose[name] = [vectors[0]!, vectors[1]!];
    else throw new Error(`Unreadable joint: ${name}`);
  }
  for (const needed of ['hips', 'chest', 'front', 'hands', 'feet'])
    if (!(needed in pose)) throw new Error(`A pose without ${needed}`);
  return pose as unknown as Pose;
}

function vectorFrom(text: string): Vector {
  const [x = 0, y = 0, z = 0] = text.split(' ').map(Number);
  if ([x, y, z].some(Number.isNaN)) throw new Error(`Not a place: ${text}`);
  return [x, y, z];
}
