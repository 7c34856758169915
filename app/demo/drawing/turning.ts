import type { Pair, Pose } from './body.ts';
import type { Ball } from './ink.ts';
import type { Position } from './notation.ts';
import type { Vector } from './vectors.ts';

export const turned = ([x, y, z]: Vector, degrees: number): Vector => {
  const angle = (degrees * Math.PI) / 180;
  return [x * Math.cos(angle) + z * Math.sin(angle), y, z * Math.cos(angle) - x * Math.sin(angle)];
};

export type Move = (v: Vector) => Vector;
const both = (pair: Pair<Vector> | undefined, move: Move): Pair<Vector> | undefined =>
  pair && [move(pair[0]), move(pair[1])];

export function moved(pose: Pose, move: Move): Pose {
  return {
    ...pose,
    hips: move(pose.hips),
    chest: move(pose.chest),
    front: move(pose.front),
    hipsFront: pose.hipsFront && move(pose.hipsFront),
    head: pose.head && move(pose.head),
    look: pose.look && move(pose.look),
    hands: both(pose.hands, move)!,
    feet: both(pose.feet, move)!,
    elbows: both(pose.elbows, move),
    knees: both(pose.knees, move),
    toes: both(pose.toes, move),
  };
}

const swapped = (pair: Pair<Vector> | undefined): Pair<Vector> | undefined => pair && [pair[1], pair[0]];

/** The mirror image of a pose: a left-handed person whose lapels still close the right way. */
function mirrored(pose: Pose): Pose {
  const image = moved(pose, ([x, y, z]) => [-x, y, z]);
  return {
    ...image,
    hands: swapped(image.hands)!,
    feet: swapped(image.feet)!,
    elbows: swapped(image.elbows),
    knees: swapped(image.knees),
    toes: swapped(image.toes),
  };
}

export const flipped = (position: Position): Position => ({
  ...position,
  turn: -position.turn,
  people: position.people.map(mirrored),
  props: position.props?.map((prop) => ({
    ...prop,
    skins: prop.skins.map(flippedBalls),
    face: prop.face && flippedBalls(prop.face),
  })),
});

const flippedBalls = (balls: Ball[]) => balls.map(({ at: [x, y, z], r }): Ball => ({ at: [-x, y, z], r }));
