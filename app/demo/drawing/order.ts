import type { Camera } from './camera.ts';
import type { Ball } from './ink.ts';

export interface Layer {
  name: string;
  samples: Ball[];
  /** Parts that are always painted before this one. */
  after: string[];
}

/** Sorts parts from far to near, by where they cross: a limb with the nearer mean may pass behind. */
export function paintersOrder<T extends Layer>(camera: Camera, parts: T[]): T[] {
  const seen = parts.map((part) =>
    part.samples.map((ball) => {
      const spot = camera.spot(ball.at);
      return { x: spot.x, y: spot.y, near: spot.near, r: ball.r * spot.scale, cm: ball.r };
    }),
  );
  const mean = seen.map((discs) => discs.reduce((sum, disc) => sum + disc.near, 0) / discs.length);
  // hides[i] holds the parts that must be painted before i, with the strength of the reason.
  const hides = parts.map(() => new Map<number, number>());
  for (let i = 0; i < parts.length; i++) {
    for (let j = i + 1; j < parts.length; j++) {
      const a = parts[i]!;
      const b = parts[j]!;
      if (a.after.includes(b.name)) hides[i]!.set(j, Infinity);
      else if (b.after.includes(a.name)) hides[j]!.set(i, Infinity);
      else {
        const difference = crossing(seen[i]!, seen[j]!);
        if (difference > 0) hides[i]!.set(j, difference);
        if (difference < 0) hides[j]!.set(i, -difference);
      }
    }
  }
  const left = new Set(parts.keys());
  const sorted: T[] = [];
  while (left.size > 0) {
    const blocked = (i: number) =>
      [...hides[i]!].reduce((sum, [j, strength]) => (left.has(j) ? sum + strength : sum), 0);
    const next = [...left].sort((i, j) => blocked(i) - blocked(j) || mean[i]! - mean[j]!)[0]!;
    left.delete(next);
    sorted.push(parts[next]!);
  }
  return sorted;
}

interface Seen {
  x: number;
  y: number;
  near: number;
  r: number;
  cm: number;
}

function crossing(first: Seen[], second: Seen[]): number {
  let sum = 0;
  for (const a of first) {
    for (const b of second) {
      const overlap = a.r + b.r - Math.hypot(a.x - b.x, a.y - b.y);
      if (overlap <= 0) continue;
      const depth = (a.near - b.near) / (a.cm + b.cm);
      sum += overlap * Math.max(-1, Math.min(1, depth));
    }
  }
  return sum;
}
