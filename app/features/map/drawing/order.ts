import { parts, radius } from './body.ts';
import type { Seen } from './projection.ts';

/** Numbers of parts (`body.ts`) from the back to the front. */
export type DrawOrder = readonly number[];

export interface Crossings {
  /** Of all frames. */
  count: number;
  /** For parts a and b, at `a * parts.length + b`: how often a crosses over b. */
  crossed: Float32Array;
  /** In the same places, how much speaks for drawing a over b. Parts that touch without crossing count a little. */
  over: Float32Array;
}

const count = parts.length;
const bones = parts
  .flatMap(({ bones, kind }, part) => bones.map(([from, to]) => ({ part, kind, from, to })))
  .map(({ part, kind, from, to }, at) => ({
    part,
    from: 3 * from,
    to: 3 * to,
    radius: radius[kind],
    box: 4 * at,
  }));
type Bone = (typeof bones)[number];

/** Pairs of bones of different parts; `isJoined` where one ends where the other begins. */
const pairs = bones.flatMap((a, at) =>
  bones
    .slice(at + 1)
    .filter((b) => b.part !== a.part)
    .map((b) => ({ a, b, isJoined: a.to === b.from || a.from === b.to || a.from === b.from })),
);

/** Depths closer than this many metres say nothing about what is in front. */
const leastDepth = 0.01;
/** What an overlap counts where no bones cross. */
const touchWeight = 0.25;

/** Finds where parts cross in the picture, and which of them is nearer.
 *  @param withTouches also looks at parts that only touch, which takes most of the time */
export function crossingsOf(frames: readonly Seen[], withTouches = true): Crossings {
  const crossed = new Float32Array(count * count);
  const over = new Float32Array(count * count);
  let found = 0;
  const boxes = new Float32Array(4 * bones.length);
  for (const seen of frames) {
    writeBoxes(boxes, seen);
    for (const { a, b, isJoined } of pairs) {
      if (isApart(boxes, a.box, b.box)) continue;
      const depth = isJoined ? null : crossing(seen, a, b);
      if (depth !== null) {
        found += 1;
        vote(crossed, a.part, b.part, depth, 1);
        vote(over, a.part, b.part, depth, 1);
      } else if (withTouches) {
        touch(over, seen, a, b);
        touch(over, seen, b, a);
      }
    }
  }
  return { count: found, crossed, over };
}

/** What each bone covers with its width: left, right, above, below. */
function writeBoxes(boxes: Float32Array, seen: Seen) {
  for (const { from, to, radius: room, box } of bones) {
    const [x0, y0, x1, y1] = [seen[from]!, seen[from + 1]!, seen[to]!, seen[to + 1]!];
    boxes[box] = Math.min(x0, x1) - room;
    boxes[box + 1] = Math.max(x0, x1) + room;
    boxes[box + 2] = Math.min(y0, y1) - room;
    boxes[box + 3] = Math.max(y0, y1) + room;
  }
}

const isApart = (boxes: Float32Array, a: number, b: number) =>
  boxes[a + 1]! < boxes[b]! ||
  boxes[b + 1]! < boxes[a]! ||
  boxes[a + 3]! < boxes[b + 2]! ||
  boxes[b + 3]! < boxes[a + 2]!;

/** How much nearer a is than b where they cross; null where they do not. */
function crossing(seen: Seen, a: Bone, b: Bone): number | null {
  const [ax, ay, bx, by] = [seen[a.from]!, seen[a.from + 1]!, seen[b.from]!, seen[b.from + 1]!];
  const [adx, ady] = [seen[a.to]! - ax, seen[a.to + 1]! - ay];
  const [bdx, bdy] = [seen[b.to]! - bx, seen[b.to + 1]! - by];
  const turn = adx * bdy - ady * bdx;
  if (Math.abs(turn) < 1e-9) return null;
  const s = ((bx - ax) * bdy - (by - ay) * bdx) / turn;
  const t = ((bx - ax) * ady - (by - ay) * adx) / turn;
  if (s < 0 || s > 1 || t < 0 || t > 1) return null;
  return depthAt(seen, a, s) - depthAt(seen, b, t);
}

const depthAt = (seen: Seen, { from, to }: Bone, share: number) =>
  seen[from + 2]! + share * (seen[to + 2]! - seen[from + 2]!);

/** Votes where the outer half of a lies on b without crossing its middle line. */
function touch(over: Float32Array, seen: Seen, a: Bone, b: Bone) {
  const room = (a.radius + b.radius) * 0.8;
  const [bx, by] = [seen[b.from]!, seen[b.from + 1]!];
  const [dx, dy] = [seen[b.to]! - bx, seen[b.to + 1]! - by];
  const square = dx * dx + dy * dy;
  for (let share = 0.5; share <= 1; share += 0.25) {
    const x = seen[a.from]! + share * (seen[a.to]! - seen[a.from]!) - bx;
    const y = seen[a.from + 1]! + share * (seen[a.to + 1]! - seen[a.from + 1]!) - by;
    const t = square === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / square));
    const [ex, ey] = [x - t * dx, y - t * dy];
    if (ex * ex + ey * ey > room * room) continue;
    vote(over, a.part, b.part, depthAt(seen, a, share) - depthAt(seen, b, t), touchWeight);
  }
}

function vote(over: Float32Array, a: number, b: number, depth: number, weight: number) {
  if (Math.abs(depth) < leastDepth) return;
  const [front, back] = depth > 0 ? [a, b] : [b, a];
  over[front * count + back]! += weight;
}

/** The order that draws the fewest crossings wrongly, and what it still draws wrongly. It begins with the part that is
 *  under most others, then moves single parts as long as that helps. */
export function orderOf({ over }: Pick<Crossings, 'over'>): { order: DrawOrder; wrong: number } {
  const net = (a: number, b: number) => over[a * count + b]! - over[b * count + a]!;
  const height = parts.map((_, a) => parts.reduce((sum, _, b) => sum + Math.sign(net(a, b)), 0));
  const order = parts.map((_, at) => at).sort((a, b) => height[a]! - height[b]! || a - b);
  for (let round = 0, isBetter = true; isBetter && round < 10; round++) {
    isBetter = false;
    for (let part = 0; part < count; part++) isBetter = moveToBest(order, part, net) || isBetter;
  }
  return { order, wrong: wrongIn(order, over) };
}

/** What an order draws wrongly of `crossed` or of `over`. */
export function wrongIn(order: DrawOrder, votes: Float32Array): number {
  let wrong = 0;
  order.forEach((front, at) => {
    for (const back of order.slice(0, at)) wrong += votes[back * count + front]!;
  });
  return wrong;
}

function moveToBest(order: number[], part: number, net: (a: number, b: number) => number): boolean {
  const at = order.indexOf(part);
  let [best, place] = [1e-6, at];
  for (const step of [-1, 1]) {
    let gain = 0;
    for (let to = at + step; to >= 0 && to < order.length; to += step) {
      gain += step * net(part, order[to]!);
      if (gain > best) [best, place] = [gain, to];
    }
  }
  if (place === at) return false;
  order.splice(at, 1);
  order.splice(place, 0, part);
  return true;
}
