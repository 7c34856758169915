import type { Camera } from './camera.ts';
import type { Ball, Paint } from './ink.ts';
import type { Layer } from './order.ts';
import { mix, type Vector } from './vectors.ts';

export interface Part extends Layer {
  skins: Ball[][];
  paint: Paint;
  /** Cloth over the first part of a limb: a jacket's skirt, shorts. */
  over?: { skin: Ball[]; paint: Paint };
  /** That stretch of the neighbour is painted again, so that no line separates them. */
  seams: { to: string; skin: Ball[] }[];
  details: (camera: Camera) => string;
}

export const ball = (at: Vector, r: number): Ball => ({ at, r });

/** Balls between two, to find out which part lies in front. */
export function strung(a: Ball, b: Ball, count = 7): Ball[] {
  return Array.from({ length: count }, (_, i) => {
    const t = i / (count - 1);
    return ball(mix(a.at, b.at, t), a.r + (b.r - a.r) * t);
  });
}
