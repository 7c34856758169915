import type { Camera } from './camera.ts';
import type { Ball, Paint } from './ink.ts';
import type { Layer } from './order.ts';
import { mix, type Vector } from './vectors.ts';

/** A piece of a person that is painted at once: skins in one material, and what is drawn on them. */
export interface Part extends Layer {
  skins: Ball[][];
  paint: Paint;
  /** Cloth over the first part of a limb: a jacket's skirt, shorts. */
  over?: { skin: Ball[]; paint: Paint };
  /** Where it joins a neighbour: that stretch of the neighbour is painted again, so no line parts them. */
  seams: { to: string; skin: Ball[] }[];
  details: (camera: Camera) => string;
}

export const ball = (at: Vector, r: number): Ball => ({ at, r });

/** Balls strung between two, for finding out what lies in front of what. */
export function strung(a: Ball, b: Ball, count = 7): Ball[] {
  return Array.from({ length: count }, (_, i) => {
    const t = i / (count - 1);
    return ball(mix(a.at, b.at, t), a.r + (b.r - a.r) * t);
  });
}
