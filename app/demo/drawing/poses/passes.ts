import { position } from '../notation.ts';

/** Passing the guard: the passer comes from the right. */
export const passPositions = {
  toreando: position(
    18,
    16,
    `hips 72 70 14; chest 42 102 14; front -0.7 -0.8 -0.1; head 24 116 10; look -0.7 -0.7 -0.2; round 3
    hands 26 52 6 | 26 50 -20; elbows 0.3 -0.2 1 | 0.3 0.2 -1
    feet 66 8 42 | 104 8 0; knees -0.9 0 0.4 | -0.9 0 -0.4; toes -1 -0.1 -0.2 | -1 -0.1 0`,
    `hips 0 18 -4; chest -42 15 4; front 0 1 0; hipsFront 0.1 0.8 -0.5; head -62 26 4; look 0.6 0.8 0
    hands 8 34 -38 | -4 40 26; elbows -0.3 -0.2 -1 | -0.3 -0.4 1
    feet 52 38 -34 | 54 46 -14; knees -0.4 1 -0.5 | -0.4 1 -0.3; toes 0.7 0.6 -0.4 | 0.7 0.6 -0.2`,
  ),
  'knee-cut': position(
    24,
    18,
    `hips 36 44 2; chest 2 76 -2; front -0.7 -0.7 0; head -16 90 -6; look -0.6 -0.8 0; round 3
    hands -28 44 26 | -44 18 -24; elbows 0.4 0.1 1 | 0.2 0.3 -1
    feet 46 10 4 | 84 8 -34; knees -0.8 -0.7 0.6 | -0.8 0.2 -0.5; toes 1 -0.2 0 | -1 -0.1 -0.2`,
    `hips 8 13 2; chest -37 14 -2; front 0.1 0.9 0.3; head -58 21 -4; look 0.6 0.8 0.1
    hands 4 62 -24 | -18 40 24; elbows -0.2 0 -1 | -0.4 -0.3 1
    feet 66 24 -12 | 64 9 32; knees 0 1 -0.6 | 0.1 0.8 0.6; toes 0.7 0.2 0.6 | 1 0.3 0.2`,
  ),
  'stack-pass': position(
    20,
    16,
    `hips 58 50 0; chest 18 74 0; front -0.7 -0.7 0; head -2 86 12; look -0.6 -0.8 0; round 5
    hands -20 44 6 | -20 44 -6; elbows 0.2 -0.8 0.8 | 0.2 -0.8 -0.8
    feet 96 10 22 | 96 10 -22; knees -0.7 -0.8 0.3 | -0.7 -0.8 -0.3; toes -0.3 -1 0 | -0.3 -1 0`,
    `hips 2 48 0; chest -34 19 0; front -0.62 0.78 0; head -56 16 0; look 0.1 1 0; round 5
    hands 10 42 -26 | 10 42 26; elbows -0.2 -1 -0.5 | -0.2 -1 0.5
    feet -28 92 -24 | -24 94 24; knees -1 -0.2 -0.6 | -1 -0.2 0.6; toes 0.4 1 0 | 0.4 1 0`,
  ),
  'over-under': position(
    22,
    20,
    `hips 62 30 4; chest 18 40 4; front -0.2 -1 0; head -2 38 16; look -0.4 -0.9 0; round 3
    hands 6 12 36 | 4 34 -24; elbows 0.2 0.4 1 | 0.3 -0.9 -0.5
    feet 128 10 30 | 132 10 -22; knees -0.2 -1 0.2 | -0.2 -1 -0.2; toes -0.1 -1 0 | -0.1 -1 0`,
    `hips 0 14 0; chest -46 13 0; front 0 1 0; head -68 20 0; look 0.8 0.6 0
    hands 2 50 -6 | -8 44 24; elbows -0.3 -0.4 -1 | -0.3 -0.4 1
    feet 58 58 -28 | 70 10 34; knees -0.3 1 -0.3 | 0.1 0.5 0.5; toes 0.7 0.7 0 | 0.8 0.6 0.2`,
  ),
  'leg-drag': position(
    26,
    24,
    `hips 30 36 18; chest -8 54 14; front -0.4 -0.9 -0.1; head -28 62 6; look -0.7 -0.7 -0.1; round 3
    hands -38 24 26 | -36 20 -22; elbows 0.2 0.1 1 | 0.3 0.4 -1
    feet 78 8 40 | 62 7 8; knees -0.5 -0.9 0.5 | -0.8 -0.6 -0.4; toes 0.8 -0.6 0 | 1 -0.2 0`,
    `hips 2 14 -2; chest -42 13 2; front 0 1 0.1; hipsFront 0.1 0.25 -1; head -64 18 2; look 0.4 0.9 0.2
    hands 0 44 -10 | -6 40 24; elbows -0.3 -0.2 -1 | -0.4 -0.4 1
    feet 54 10 -48 | 52 24 -36; knees -0.4 0.3 -1 | -0.2 0.6 -0.8; toes 0.9 0.1 -0.4 | 0.9 0.1 -0.4`,
  ),
};
