import type { Block, ParsedFile } from './parse.ts';
import {
  decodeFrame,
  type Fit,
  type Frame,
  frameBytes,
  jointCount,
  jointIndex,
  noFit,
  oppositeJoint,
  playerLength,
} from './pose.ts';

/** Two poses are the same when no joint is farther away than this, in metres. */
const tolerance = 0.04;

/** The ways to compare two poses, the plainest first: of equally good ones it is taken. */
const variants = [
  { mirror: false, swap: false },
  { mirror: false, swap: true },
  { mirror: true, swap: false },
  { mirror: true, swap: true },
];

/** For each variant, the place in a frame where it finds each of the 46 joints. */
const placesOf = variants.map(({ mirror, swap }) =>
  Array.from({ length: 2 * jointCount }, (_, at) => {
    const player = at < jointCount ? 0 : 1;
    const joint = at % jointCount;
    return (swap ? 1 - player : player) * playerLength + 3 * (mirror ? oppositeJoint[joint]! : joint);
  }),
);

export interface Match {
  fit: Fit;
  /** The distance of the joint that fits worst, in metres. */
  residue: number;
}

/** Says how `pose` becomes `target`, or null when they show different things. */
export function matchPose(pose: Frame, target: Frame): Match | null {
  if (Math.abs(betweenHeads(pose) - betweenHeads(target)) > 2 * tolerance) return null;
  return matchNear(pose, target);
}

/** As `matchPose`, for two poses whose heads are about equally far apart. */
function matchNear(pose: Frame, target: Frame): Match | null {
  let best: Match | null = null;
  variants.forEach((variant, n) => {
    const places = placesOf[n]!;
    // Neither turning nor moving changes a height.
    for (let at = 0; at < places.length; at++)
      if (Math.abs(pose[places[at]! + 1]! - target[3 * at + 1]!) > tolerance) return;
    const found = turnOnto(pose, target, places, variant);
    if (found.residue <= tolerance && (!best || found.residue < best.residue - 1e-6)) best = found;
  });
  return best;
}

const head = 3 * jointIndex.head;
/** Stays the same however a pose is turned, moved, mirrored or swapped, so it rules out most of the others quickly. */
const betweenHeads = (frame: Frame) =>
  Math.hypot(
    frame[head]! - frame[playerLength + head]!,
    frame[head + 1]! - frame[playerLength + head + 1]!,
    frame[head + 2]! - frame[playerLength + head + 2]!,
  );

/** The rotation and translation with the smallest sum of squares. */
function turnOnto(
  pose: Frame,
  target: Frame,
  places: number[],
  { mirror, swap }: { mirror: boolean; swap: boolean },
): Match {
  const count = places.length;
  const side = mirror ? -1 : 1;
  let [px, pz, tx, tz] = [0, 0, 0, 0];
  for (let at = 0; at < count; at++) {
    px += (side * pose[places[at]!]!) / count;
    pz += pose[places[at]! + 2]! / count;
    tx += target[3 * at]! / count;
    tz += target[3 * at + 2]! / count;
  }
  let [dot, cross] = [0, 0];
  for (let at = 0; at < count; at++) {
    const [x, z] = [side * pose[places[at]!]! - px, pose[places[at]! + 2]! - pz];
    const [u, w] = [target[3 * at]! - tx, target[3 * at + 2]! - tz];
    dot += x * u + z * w;
    cross += x * w - z * u;
  }
  const angle = Math.atan2(cross, dot);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const fit = { angle, dx: tx - (cos * px - sin * pz), dz: tz - (sin * px + cos * pz), mirror, swap };
  let residue = 0;
  for (let at = 0; at < count; at++) {
    const [x, y, z] = [side * pose[places[at]!]!, pose[places[at]! + 1]!, pose[places[at]! + 2]!];
    const off = Math.hypot(
      cos * x - sin * z + fit.dx - target[3 * at]!,
      y - target[3 * at + 1]!,
      sin * x + cos * z + fit.dz - target[3 * at + 2]!,
    );
    residue = Math.max(residue, off);
  }
  return { fit, residue };
}

/** A place of the map: a position of the file, or the end of a transition that the file has no position for. */
export interface Node {
  frame: Frame;
  /** Null for a waypoint. */
  block: Block | null;
}

export interface End {
  /** The number of its node. */
  node: number;
  /** Turns the frame of the node into the frame of the transition. */
  fit: Fit;
}

export interface Connection {
  block: Block;
  from: End;
  to: End;
}

/** Finds where each transition begins and ends. Ends without a position become waypoints, in the order of the file. */
export function connect({ positions, transitions }: ParsedFile): {
  nodes: Node[];
  connections: Connection[];
} {
  const nodes: Node[] = positions.map((block) => ({ frame: decodeFrame(block.frames), block }));
  const spans = nodes.map(({ frame }) => betweenHeads(frame));
  const find = (target: Frame): End | null => {
    const span = betweenHeads(target);
    let best: (End & { residue: number }) | null = null;
    nodes.forEach((node, at) => {
      if (Math.abs(spans[at]! - span) > 2 * tolerance) return;
      // A position that has a name goes before a waypoint.
      if (best && !node.block && nodes[best.node]!.block) return;
      const match = matchNear(node.frame, target);
      if (match && (!best || match.residue < best.residue)) best = { node: at, ...match };
    });
    return best;
  };
  const add = (frame: Frame): End => {
    spans.push(betweenHeads(frame));
    return { node: nodes.push({ frame, block: null }) - 1, fit: noFit };
  };
  const connections = transitions.map((block): Connection => {
    const first = decodeFrame(block.frames);
    const last = decodeFrame(block.frames, block.frames.length / frameBytes - 1);
    return { block, from: find(first) ?? add(first), to: find(last) ?? add(last) };
  });
  return { nodes, connections };
}
