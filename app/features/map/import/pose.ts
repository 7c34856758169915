/** The joints of a player, in the order of a frame. Each left joint is followed by its right one. */
export const joints = [
  ...(['leftToe', 'rightToe', 'leftHeel', 'rightHeel', 'leftAnkle', 'rightAnkle'] as const),
  ...(['leftKnee', 'rightKnee', 'leftHip', 'rightHip', 'leftShoulder', 'rightShoulder'] as const),
  ...(['leftElbow', 'rightElbow', 'leftWrist', 'rightWrist', 'leftHand', 'rightHand'] as const),
  ...(['leftFingers', 'rightFingers', 'core', 'neck', 'head'] as const),
] as const;
export type Joint = (typeof joints)[number];

export const jointCount = joints.length;
/** Numbers of one player in a frame. */
export const playerLength = 3 * jointCount;
/** Numbers of a frame: x, y (up) and z of each joint of player 0, then of player 1, in metres. */
export const frameLength = 2 * playerLength;
/** Bytes of a frame as it is kept: a 16-bit number (low byte first) for each of the file's. */
export const frameBytes = 2 * frameLength;

export type Frame = Float32Array;

/** The number of a joint within its player. */
export const jointIndex = Object.fromEntries(joints.map((name, at) => [name, at])) as Record<Joint, number>;

/** The same joint on the other side; core, neck and head are their own. */
export const oppositeJoint = joints.map((name, at) =>
  name.startsWith('left') ? at + 1 : name.startsWith('right') ? at - 1 : at,
);

const unitsPerMetre = 1_000;
const largest = 62 * 62 - 1;
/** What the file adds to x and z, so that its numbers are not negative. */
const shift = 2;

/** Reads one frame. @param at the number of the frame, where the bytes hold several */
export function decodeFrame(bytes: Uint8Array, at = 0): Frame {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at * frameBytes, frameBytes);
  return Float32Array.from({ length: frameLength }, (_, n) => {
    const metres = view.getUint16(2 * n, true) / unitsPerMetre;
    return n % 3 === 1 ? metres : metres - shift;
  });
}

/** Reads all frames of a position or a transition. */
export const decodeFrames = (bytes: Uint8Array): Frame[] =>
  Array.from({ length: bytes.length / frameBytes }, (_, at) => decodeFrame(bytes, at));

/** Writes one frame as it is kept; what lies outside of the file's range is moved to its border. */
export function encodeFrame(frame: Frame): Buffer {
  const bytes = Buffer.alloc(frameBytes);
  frame.forEach((metres, n) => {
    const units = Math.round((n % 3 === 1 ? metres : metres + shift) * unitsPerMetre);
    bytes.writeUInt16LE(Math.min(largest, Math.max(0, units)), 2 * n);
  });
  return bytes;
}

/** How one pose becomes another that shows the same: exchange of the players, then mirroring, then rotation about the
 *  vertical axis, then translation. */
export interface Fit {
  /** Radians; x turns towards z. */
  angle: number;
  dx: number;
  dz: number;
  /** x becomes −x, and left joints become right ones. */
  mirror: boolean;
  /** Player 0 becomes player 1. */
  swap: boolean;
}

export const noFit: Fit = { angle: 0, dx: 0, dz: 0, mirror: false, swap: false };

/** @returns the frame after the fit */
export function applyFit(frame: Frame, { angle, dx, dz, mirror, swap }: Fit): Frame {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const made = new Float32Array(frameLength);
  for (let player = 0; player < 2; player++) {
    const source = (swap ? 1 - player : player) * playerLength;
    for (let joint = 0; joint < jointCount; joint++) {
      const from = source + 3 * (mirror ? (oppositeJoint[joint] ?? joint) : joint);
      const to = player * playerLength + 3 * joint;
      const x = mirror ? -frame[from]! : frame[from]!;
      const z = frame[from + 2]!;
      made[to] = cos * x - sin * z + dx;
      made[to + 1] = frame[from + 1]!;
      made[to + 2] = sin * x + cos * z + dz;
    }
  }
  return made;
}

/** @returns the fit that does `first` and then `second` */
export function composeFit(first: Fit, second: Fit): Fit {
  // A mirror in between turns the other way round.
  const side = second.mirror ? -1 : 1;
  const cos = Math.cos(second.angle);
  const sin = Math.sin(second.angle);
  const x = side * first.dx;
  return {
    angle: turned(second.angle + side * first.angle),
    dx: cos * x - sin * first.dz + second.dx,
    dz: sin * x + cos * first.dz + second.dz,
    mirror: first.mirror !== second.mirror,
    swap: first.swap !== second.swap,
  };
}

/** @returns the fit that undoes this one */
export function inverseFit({ angle, dx, dz, mirror, swap }: Fit): Fit {
  const side = mirror ? -1 : 1;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return {
    angle: turned(-side * angle),
    dx: side * -(cos * dx + sin * dz),
    dz: sin * dx - cos * dz,
    mirror,
    swap,
  };
}

/** The same frame seen in a mirror: what was done with the right arm is done with the left. */
export const mirrored = (frame: Frame): Frame => applyFit(frame, { ...noFit, mirror: true });

/** The same frame with the players exchanged. */
export const swapped = (frame: Frame): Frame => applyFit(frame, { ...noFit, swap: true });

const turned = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
