import { across, add, along, cross, length, mix, scale, subtract, unit, type Vector } from './vectors.ts';

export type Pair<T> = readonly [T, T];

/** What one person does: where the trunk, hands and feet are. `bodyOf` computes the joints between. */
export interface Pose {
  hips: Vector;
  chest: Vector;
  front: Vector;
  hipsFront?: Vector;
  /** How far the back is rounded (below zero: hollow), in centimetres. */
  round?: number;
  head?: Vector;
  look?: Vector;
  hands: Pair<Vector>;
  feet: Pair<Vector>;
  elbows?: Pair<Vector>;
  knees?: Pair<Vector>;
  toes?: Pair<Vector>;
}

/** A person's joints in space, ready to be drawn with clothes. */
export interface Body {
  hips: Vector;
  waist: Vector;
  chest: Vector;
  neck: Vector;
  head: Vector;
  crown: Vector;
  look: Vector;
  front: Vector;
  hipsFront: Vector;
  side: Vector;
  hipsSide: Vector;
  shoulder: Pair<Vector>;
  elbow: Pair<Vector>;
  wrist: Pair<Vector>;
  knuckle: Pair<Vector>;
  hip: Pair<Vector>;
  knee: Pair<Vector>;
  ankle: Pair<Vector>;
  heel: Pair<Vector>;
  toe: Pair<Vector>;
}

const bones = { upperArm: 29, forearm: 26, hand: 8, thigh: 43, shin: 41, foot: 17 } as const;
const trunk = { shoulders: 17, hips: 9.5 } as const;

/** Bends two bones so that the end reaches its goal, or comes as near as the limb is long. */
function bend(root: Vector, goal: Vector, upper: number, lower: number, towards: Vector) {
  const reach = subtract(goal, root);
  const distance = Math.min(Math.max(length(reach), Math.abs(upper - lower) + 4), (upper + lower) * 0.995);
  const axis = unit(reach);
  const rise = (upper * upper - lower * lower + distance * distance) / (2 * distance);
  const out = Math.sqrt(Math.max(upper * upper - rise * rise, 0));
  return {
    middle: along(along(root, axis, rise), across(towards, axis), out),
    end: along(root, axis, distance),
  };
}

export function bodyOf(pose: Pose): Body {
  const spine = unit(subtract(pose.chest, pose.hips));
  const front = across(pose.front, spine);
  const hipsFront = across(pose.hipsFront ?? pose.front, spine);
  const side = cross(spine, front);
  const hipsSide = cross(spine, hipsFront);
  const neck = along(along(pose.chest, spine, 7), front, 1);
  const head = pose.head ?? along(along(pose.chest, spine, 23), front, 4);
  const crown = unit(subtract(head, neck));
  const shoulder = pairOf((sign) => along(along(pose.chest, side, sign * trunk.shoulders), spine, -3));
  const hip = pairOf((sign) => along(pose.hips, hipsSide, sign * trunk.hips));
  const arms = pairOf((sign, i) =>
    bend(
      shoulder[i],
      pose.hands[i],
      bones.upperArm,
      bones.forearm,
      pose.elbows?.[i] ?? add(scale(side, sign * 0.8), add(scale(front, -0.5), scale(spine, -0.6))),
    ),
  );
  const legs = pairOf((sign, i) =>
    bend(
      hip[i],
      pose.feet[i],
      bones.thigh,
      bones.shin,
      pose.knees?.[i] ?? add(hipsFront, scale(hipsSide, sign * 0.4)),
    ),
  );
  const feet = pairOf((_, i) => {
    const shin = unit(subtract(legs[i].end, legs[i].middle));
    const toes = unit(
      pose.toes?.[i] ?? add(across(subtract(legs[i].middle, hip[i]), shin), scale(shin, 0.35)),
    );
    return { heel: along(along(legs[i].end, toes, -4), shin, 3), toe: along(legs[i].end, toes, bones.foot) };
  });
  const wrist = pairOf((_, i) => arms[i].end);
  const elbow = pairOf((_, i) => arms[i].middle);
  return {
    hips: pose.hips,
    waist: along(mix(pose.hips, pose.chest, 0.36), front, -(pose.round ?? 0)),
    chest: pose.chest,
    neck,
    head,
    crown,
    look: across(pose.look ?? front, crown),
    front,
    hipsFront,
    side,
    hipsSide,
    shoulder,
    elbow,
    wrist,
    knuckle: pairOf((_, i) => along(wrist[i], unit(subtract(wrist[i], elbow[i])), bones.hand)),
    hip,
    knee: pairOf((_, i) => legs[i].middle),
    ankle: pairOf((_, i) => legs[i].end),
    heel: pairOf((_, i) => feet[i].heel),
    toe: pairOf((_, i) => feet[i].toe),
  };
}

export const pairOf = <T>(make: (sign: 1 | -1, index: 0 | 1) => T): Pair<T> => [make(1, 0), make(-1, 1)];
