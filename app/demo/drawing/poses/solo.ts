import type { Ball, Paint } from '../ink.ts';
import { type Position, type Prop, position } from '../notation.ts';
import { across, add, along, cross, scale, subtract, unit, type Vector } from '../vectors.ts';

const rod = (from: Vector, to: Vector, r: number): Ball[] => [
  { at: from, r },
  { at: to, r },
];

const corners: [number, number][] = [
  [-1, -1],
  [-1, 1],
  [1, 1],
  [1, -1],
];

/** A flat box, by its middle and half its sides. */
function slab([x, y, z]: Vector, [wide, high, deep]: Vector, paint: Paint): Prop {
  const level = (up: number) =>
    corners.map(([i, k]): Ball => ({ at: [x + i * wide, y + up * high, z + k * deep], r: 1 }));
  return { skins: [[...level(-1), ...level(1)]], paint, face: level(1) };
}

function drum(from: Vector, to: Vector, r: [number, number], paint: Paint): Prop {
  const axis = unit(subtract(to, from));
  const first = across([1, 0.01, 0], axis);
  const second = cross(axis, first);
  const end = (at: Vector, radius: number) =>
    Array.from({ length: 24 }, (_, i): Ball => {
      const angle = (i * Math.PI) / 12;
      const out = add(scale(first, Math.cos(angle)), scale(second, Math.sin(angle)));
      return { at: along(at, out, radius), r: 0.6 };
    });
  return { skins: [[...end(from, r[0]), ...end(to, r[1])]], paint, face: end(to, r[1]) };
}

const wood: Paint = { light: '#c99b62', shade: '#a87c48', line: '#543818' };
const steel: Paint = { light: '#aab4b8', shade: '#87949a', line: '#39434a' };
const foam: Paint = { light: '#4f8a7c', shade: '#3b6f62', line: '#17332c' };
const ember: Paint = { light: '#d9622b', shade: '#b34d1d', line: '#4f1f0a' };
const cloth: Paint = { light: '#f2ead9', shade: '#d6cbb4', line: '#5a4f3a' };

/** One person alone: drills, stretches, rest, and small chores. */
export const soloPositions: Record<string, Position> = {
  'technical-stand-up': position(
    18,
    12,
    `hips -6 38 0; chest -4 84 4; front 0.9 0 0.3; head 4 106 4; look 0.95 0 0.1
    hands -40 7 -22 | 30 92 10; elbows -0.6 0 -0.8 | 0 -0.9 0.6
    feet -34 8 14 | 46 8 18; knees 0.5 -0.7 0.6 | 0.2 1 0.4; toes 0.9 -0.4 0.4 | 1 -0.1 0.1`,
  ),
  'shrimp-drill': position(
    8,
    22,
    `hips 22 15 -26; chest -22 16 4; front 0.2 0.4 0.9; head -43 22 14; look 0.8 0.3 0.5; round 4
    hands 20 28 30 | 12 14 42; elbows -0.2 0.4 0.8 | -0.2 -0.4 0.8
    feet 64 8 -2 | 40 12 44; knees 0.2 1 0.4 | 0.4 0.3 1; toes 1 -0.1 0.3 | 0.7 0.1 0.7`,
  ),
  'bridge-drill': position(
    14,
    14,
    `hips 14 54 0; chest -28 22 0; front -0.5 0.9 0.1; head -48 12 4; look -0.2 0.9 0.4
    hands -36 46 20 | -30 48 26; elbows 0.4 -0.2 -1 | 0.4 -0.6 1
    feet 44 9 -14 | 42 9 14; knees 0.5 1 -0.2 | 0.5 1 0.2; toes 1 -0.4 -0.1 | 1 -0.4 0.1`,
  ),
  'lunge-stretch': position(
    14,
    10,
    `hips 4 50 0; chest 2 97 0; front 1 0.1 0; head 4 120 0; look 0.95 0.1 0; round -3
    hands 40 62 -10 | 36 64 14; elbows -0.3 -0.6 -1 | -0.3 -0.6 1
    feet -62 8 -14 | 52 8 14; knees 0.6 -1 0 | 0.5 1 0.2; toes -1 -0.2 0 | 1 -0.1 0`,
  ),
  'hip-stretch': position(
    20,
    22,
    `hips 0 14 0; chest 24 52 10; front 0.8 -0.4 0.2; head 38 68 14; look 0.7 -0.7 0.2; round 4
    hands 60 7 -10 | 54 7 34; elbows -0.2 0.2 -1 | 0 0 1
    feet 6 8 44 | -52 8 10; knees 1 0 0.1 | -0.1 0 1; toes -0.2 -0.1 1 | -1 -0.1 0`,
  ),
  'child-pose': position(
    14,
    18,
    `hips 34 32 0; chest -8 22 0; front 0 -1 0; head -32 13 0; look -0.1 -1 0; round 7
    hands -66 7 17 | -66 7 -17; elbows 0 0.3 1 | 0 0.3 -1
    feet 46 7 12 | 46 7 -12; knees -1 -0.2 0.5 | -1 -0.2 -0.5; toes 1 -0.2 0 | 1 -0.2 0`,
  ),
  'neck-care': position(
    -20,
    14,
    `hips 0 15 0; chest -4 62 0; front 1 0 0; head 0 85 0; look 1 0 0
    hands 30 40 -24 | 14 92 4; elbows 0 -0.6 -1 | 0.3 -0.5 1
    feet 26 9 14 | 32 9 -12; knees 0.5 0.2 -1 | 0.5 0.2 1; toes 0 -0.1 1 | 0 -0.1 -1`,
  ),
  'seated-rest': position(
    18,
    14,
    `hips 0 14 0; chest -8 60 0; front 1 -0.1 0; head -2 82 2; look 0.95 -0.3 0.2; round 5
    hands 38 48 -8 | 36 50 6; elbows 0.1 -0.6 -1 | 0.1 -0.6 1
    feet 46 8 -14 | 50 8 16; knees 0 1 -0.3 | 0 1 0.3; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
  ),
  'foam-rolling': {
    ...position(
      14,
      14,
      `hips 22 24 0; chest -22 33 0; front 0.1 1 0; head -44 40 0; look 0.5 0.9 0; round -3
      hands -52 48 -8 | -50 48 10; elbows -0.4 0.6 -1 | -0.4 0.6 1
      feet 76 8 -12 | 74 8 14; knees 0.2 1 -0.2 | 0.2 1 0.2; toes 1 -0.1 -0.1 | 1 -0.1 0.1`,
    ),
    props: [drum([-12, 10, -36], [-12, 10, 36], [10, 10], foam)],
  },
  'towel-bar': {
    ...position(
      -16,
      4,
      `hips 0 92 0; chest 0 139 0; front 0 0.1 1; head 0 160 6; look 0 0.4 1
      hands 13 178 4 | -13 178 4; elbows 1 -0.6 0.2 | -1 -0.6 0.2
      feet 10 22 -26 | -8 20 -30; knees 0.2 0.1 1 | -0.2 0.1 1; toes 0 -0.9 -0.2 | 0 -0.9 -0.2`,
    ),
    props: [
      { skins: [rod([-70, 206, 0], [70, 206, 0], 3)], paint: steel },
      { skins: [rod([-66, 0, 0], [-66, 206, 0], 3.4)], paint: wood },
      { skins: [rod([66, 0, 0], [66, 206, 0], 3.4)], paint: wood },
      { skins: [[...rod([-13, 208, 3], [-13, 180, 4], 4.4), { at: [-13, 160, 5], r: 3 }]], paint: cloth },
      { skins: [[...rod([13, 208, 3], [13, 180, 4], 4.4), { at: [13, 160, 5], r: 3 }]], paint: cloth },
    ],
  },
  'mat-cleaning': {
    ...position(
      20,
      14,
      `hips -18 84 0; chest 0 126 0; front 0.9 -0.4 0.1; head 14 144 2; look 0.8 -0.6 0.2; round 2
      hands 20 104 8 | 40 84 14; elbows -0.4 -0.6 -0.8 | -0.4 -0.4 1
      feet -40 8 -14 | 8 8 18; knees 1 0 -0.3 | 1 0 0.3; toes 1 -0.1 -0.3 | 1 -0.1 0.2`,
    ),
    props: [
      { skins: [rod([4, 128, 10], [92, 8, 26], 1.8)], paint: wood },
      slab([96, 4, 28], [7, 3, 26], steel),
      drum([-92, 0, 24], [-92, 34, 24], [15, 19], ember),
    ],
  },
  scales: {
    ...position(
      24,
      8,
      `hips 0 96 0; chest 0 143 0; front 1 0 0; head 4 166 0; look 0.9 -0.3 0
      hands 8 92 -24 | 8 92 24; elbows -0.4 -0.6 -0.8 | -0.4 -0.6 0.8
      feet -2 16 -10 | -2 16 10; knees 1 0 -0.1 | 1 0 0.1; toes 1 -0.1 -0.3 | 1 -0.1 0.3`,
    ),
    props: [
      slab([4, 4, 0], [28, 4, 28], steel),
      { skins: [rod([40, 4, 0], [40, 128, 0], 3)], paint: wood },
      { skins: [rod([40, 128, -26], [40, 128, 26], 2.2)], paint: steel },
      slab([40, 128, 12], [4, 6, 4], ember),
      slab([40, 128, -14], [3, 4, 3], foam),
    ],
  },
  'belt-knot': {
    ...position(
      8,
      6,
      `hips 0 92 0; chest 0 139 0; front 0 0 1; head 0 161 2; look 0 -0.6 1
      hands 25 98 18 | -25 98 18; elbows 1 0 -0.5 | -1 0 -0.5
      feet 16 8 0 | -16 8 0; knees 0.1 0 1 | -0.1 0 1; toes 0.3 -0.1 1 | -0.3 -0.1 1`,
    ),
    focus: [
      { at: [-27, 78, 0], r: 4 },
      { at: [27, 128, 0], r: 4 },
    ],
  },
};
