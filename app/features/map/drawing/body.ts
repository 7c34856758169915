import { jointIndex as j, jointCount } from '../import/pose.ts';

export type PartKind = 'head' | 'torso' | 'thigh' | 'shin' | 'arm' | 'forearm';

/** A part of a player that is drawn by itself, so that it can lie over one part and under another. */
export interface Part {
  kind: PartKind;
  /** Numbers of the joints that its line passes, from the trunk outwards. */
  joints: readonly number[];
  /** Lines that stand for the part where it meets others: pairs of joints. */
  bones: readonly (readonly [number, number])[];
}

const limb = (kind: PartKind, ...joints: number[]): Part => ({
  kind,
  joints,
  bones: joints.slice(1).map((to, at) => [joints[at] ?? to, to]),
});

const torso = [j.leftShoulder, j.rightShoulder, j.rightHip, j.leftHip];

const bodyParts: readonly Part[] = [
  {
    kind: 'torso',
    joints: torso,
    bones: [
      [j.leftShoulder, j.leftHip],
      [j.rightShoulder, j.rightHip],
      [j.neck, j.core],
    ],
  },
  { kind: 'head', joints: [j.head], bones: [[j.head, j.head]] },
  limb('thigh', j.leftHip, j.leftKnee),
  limb('thigh', j.rightHip, j.rightKnee),
  limb('shin', j.leftKnee, j.leftHeel, j.leftToe),
  limb('shin', j.rightKnee, j.rightHeel, j.rightToe),
  limb('arm', j.leftShoulder, j.leftElbow),
  limb('arm', j.rightShoulder, j.rightElbow),
  limb('forearm', j.leftElbow, j.leftHand),
  limb('forearm', j.rightElbow, j.rightHand),
];

const ofPlayer = (player: number) =>
  bodyParts.map(
    ({ kind, joints, bones }): Part => ({
      kind,
      joints: joints.map((joint) => joint + player * jointCount),
      bones: bones.map(([from, to]) => [from + player * jointCount, to + player * jointCount]),
    }),
  );

export const partsOfPlayer = bodyParts.length;
/** The parts of player 0, then those of player 1. A drawing order lists their numbers from the back to the front. */
export const parts: readonly Part[] = [...ofPlayer(0), ...ofPlayer(1)];

/** Half the width of a part in metres, as it is drawn. */
export const radius: Record<PartKind, number> = {
  head: 0.115,
  torso: 0.07,
  thigh: 0.082,
  shin: 0.062,
  arm: 0.06,
  forearm: 0.052,
};
