/** A point or direction in centimetres: x to the right, y up, z towards the viewer. */
export type Vector = readonly [number, number, number];

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vector, k: number): Vector => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vector) => Math.hypot(a[0], a[1], a[2]);
export const mix = (a: Vector, b: Vector, t: number): Vector => add(scale(a, 1 - t), scale(b, t));
export const along = (a: Vector, direction: Vector, distance: number) => add(a, scale(direction, distance));

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function unit(a: Vector): Vector {
  const size = length(a);
  return size < 1e-6 ? [0, 1, 0] : scale(a, 1 / size);
}

/** The part of a direction at right angles to an axis, as a unit vector. */
export const across = (direction: Vector, axis: Vector) =>
  unit(subtract(direction, scale(axis, dot(direction, axis))));
