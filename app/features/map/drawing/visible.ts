import { parts, partsOfPlayer } from './body.ts';
import type { Seen } from './projection.ts';

/** Two triangles for the torso of each player, as places in the numbers of a frame. */
const covers = [0, partsOfPlayer].flatMap((part) => {
  const [a = 0, b = 0, c = 0, d = 0] = parts[part]!.joints.map((joint) => 3 * joint);
  return [
    { part, corners: [a, b, c] as const },
    { part, corners: [a, c, d] as const },
  ];
});

const limbs = parts.flatMap(({ bones, kind }, part) =>
  kind === 'torso'
    ? []
    : bones.map(([from, to]) => ({ part, from: 3 * from, to: 3 * to, isHead: from === to })),
);
/** Where along a bone the picture is looked at. */
const shares = [0.2, 0.6, 1];
/** A head that is seen counts as so many metres of limbs. */
const headWorth = 0.8;
/** The sides of the torsos: bodies that are seen from their ends are hard to tell apart. */
const sides = [0, partsOfPlayer].flatMap((part) => {
  const [a = 0, b = 0, c = 0, d = 0] = parts[part]!.joints.map((joint) => 3 * joint);
  return [[a, d] as const, [b, c] as const];
});
/** What lies less far behind a torso, in metres, touches it from the front. */
const leastDepth = 0.02;

/** Metres of limbs and trunks that a picture shows at their full length, and that no torso hides. */
export function visibleLength(seen: Seen): number {
  let sum = 0;
  for (const { from, to, isHead } of limbs) {
    const free = freeShare(seen, from, to);
    sum += free * (isHead ? headWorth : lengthOf(seen, from, to));
  }
  for (const [from, to] of sides) sum += freeShare(seen, from, to) * lengthOf(seen, from, to);
  return sum;
}

const lengthOf = (seen: Seen, from: number, to: number) =>
  Math.hypot(seen[to]! - seen[from]!, seen[to + 1]! - seen[from + 1]!);

/** How much of a bone no torso hides. */
function freeShare(seen: Seen, from: number, to: number): number {
  const [x, y, z] = [seen[from]!, seen[from + 1]!, seen[from + 2]!];
  const [dx, dy, dz] = [seen[to]! - x, seen[to + 1]! - y, seen[to + 2]! - z];
  let free = 0;
  for (const share of shares) if (!isHidden(seen, x + share * dx, y + share * dy, z + share * dz)) free += 1;
  return free / shares.length;
}

function isHidden(seen: Seen, x: number, y: number, z: number): boolean {
  for (const { corners } of covers) {
    const [a, b, c] = corners;
    const [abx, aby] = [seen[b]! - seen[a]!, seen[b + 1]! - seen[a + 1]!];
    const [acx, acy] = [seen[c]! - seen[a]!, seen[c + 1]! - seen[a + 1]!];
    const area = abx * acy - aby * acx;
    if (Math.abs(area) < 1e-6) continue;
    const [px, py] = [x - seen[a]!, y - seen[a + 1]!];
    const v = (px * acy - py * acx) / area;
    const w = (abx * py - aby * px) / area;
    if (v < 0 || w < 0 || v + w > 1) continue;
    const depth = seen[a + 2]! + v * (seen[b + 2]! - seen[a + 2]!) + w * (seen[c + 2]! - seen[a + 2]!);
    if (depth - z > leastDepth) return true;
  }
  return false;
}
