import { position } from '../notation.ts';

/** Sweeps and escapes: the moment in which the person below turns the other over. */
export const sweepPositions = {
  'scissor-sweep': position(
    22,
    20,
    `hips 8 15 -10; chest -36 18 -6; front 0.1 0.7 0.7; head -56 30 -2; look 0.9 0.4 0.2
    hands 10 66 -2 | -4 42 22; elbows -0.3 0 -1 | -0.3 -0.6 0.6
    feet 42 46 20 | 56 9 40; knees -0.2 1 -0.5 | 0 0.6 0.6; toes 0.3 0.3 1 | 1 0.3 0.1`,
    `hips 54 46 2; chest 26 84 6; front -0.85 -0.5 0.1; head 10 103 8; look -0.8 -0.6 0.1
    hands 4 40 22 | -14 34 -20; elbows 0.3 -0.2 1 | 0.4 0 -1
    feet 80 7 18 | 80 7 -14; knees -1 -0.6 0.4 | -1 -0.6 -0.4; toes 1 -0.2 0 | 1 -0.2 0`,
  ),
  'hip-bump': position(
    24,
    16,
    `hips 14 32 0; chest 16 79 6; front 0.95 0 0.2; head 22 101 2; look 0.9 -0.2 0.2
    hands -32 6 -24 | 40 50 34; elbows -0.8 0 -0.6 | 0.1 0.4 1
    feet 70 9 -26 | 46 8 38; knees 0.1 1 -0.6 | 0.1 1 0.7; toes 0.9 0.2 -0.5 | 1 -0.1 0.3`,
    `hips 56 36 0; chest 60 82 2; front -1 0 0; head 64 104 4; look -0.9 -0.1 0.1
    hands 26 42 26 | 24 56 -24; elbows 0.4 -0.5 1 | 0.6 -0.2 -1
    feet 80 7 20 | 80 7 -20; knees -1 -0.3 0.7 | -1 -0.3 -0.7; toes 1 -0.2 0 | 1 -0.2 0`,
  ),
  'pendulum-sweep': position(
    30,
    24,
    `hips 8 17 4; chest -16 14 44; front 0 1 0; head -26 20 64; look 0.6 0.8 -0.3
    hands 2 40 14 | 34 22 34; elbows -0.6 -0.2 0 | 0.6 -0.2 0.5
    feet 56 12 -36 | 54 78 18; knees 0.1 0.6 -0.8 | 0.6 0.5 0.9; toes 1 0.1 -0.3 | 0.5 0.8 0`,
    `hips 52 48 -4; chest 30 86 -14; front -0.8 -0.4 0.3; head 16 105 -20; look -0.8 -0.6 0.2
    hands 14 52 30 | 4 46 12; elbows 0.4 0 1 | 0.2 -0.6 -0.6
    feet 80 18 20 | 82 7 -22; knees -0.9 -0.6 0.5 | -1 -0.6 -0.2; toes 1 -0.2 0 | 1 -0.2 0`,
  ),
  'butterfly-sweep': position(
    24,
    16,
    `hips 0 15 0; chest -42 22 -8; front 0.2 0.9 0.3; head -62 30 -2; look 0.7 0.7 0.2
    hands -8 48 -22 | -6 84 12; elbows -0.4 0 -1 | -0.3 0.2 1
    feet 36 10 -22 | 44 64 10; knees 0 0.7 -1 | -0.2 0.6 1; toes 0.9 0.1 0.6 | 0.6 0.8 0`,
    `hips 30 80 4; chest -12 78 -6; front -0.1 -1 0.2; head -35 72 -10; look -0.6 -0.8 0
    hands -36 40 22 | -8 42 -22; elbows 0 0.2 1 | 0.4 0.2 -1
    feet 90 100 20 | 76 34 -20; knees -0.2 -1 0.5 | -0.4 -0.8 -0.3; toes 0.8 0.3 0 | 0.9 -0.4 0`,
  ),
  'tripod-sweep': position(
    20,
    14,
    `hips 14 14 0; chest -26 28 6; front 0.2 0.9 0.2; head -46 41 4; look 0.9 0.5 0; round 4
    hands 6 50 -14 | 26 16 22; elbows -0.3 -0.5 -0.8 | 0 -0.2 1
    feet 74 14 -22 | 56 68 8; knees 0.2 0.8 -0.5 | -0.5 1 0.6; toes 0.5 0.2 0.8 | 0.3 1 0.1`,
    `hips 66 72 0; chest 86 113 0; front -0.9 0.2 0; head 92 136 0; look -0.9 0 0
    hands 48 132 34 | 40 112 -30; elbows 0.2 -0.8 0.6 | 0.2 -0.8 -0.6
    feet 30 11 18 | 68 8 -20; knees -1 0.2 0.2 | -1 0 -0.4; toes -0.7 0.7 0.1 | -1 0.1 -0.3`,
  ),
  'upa-bridge': position(
    26,
    18,
    `hips 16 46 0; chest -26 22 0; front 0.3 0.9 0.2; head -46 12 -6; look 0.2 0.9 0.4
    hands -30 52 6 | -24 56 18; elbows -0.2 -0.2 -1 | 0 -0.3 1
    feet 48 8 -14 | 44 8 22; knees 0.3 1 -0.3 | 0.3 1 0.4; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
    `hips -2 76 6; chest -40 98 20; front -0.5 -0.8 0.3; head -58 108 28; look -0.7 -0.7 0.3
    hands -28 52 14 | -74 62 -14; elbows 0 0.2 1 | 0.2 0.2 -1
    feet 38 42 32 | 34 50 -24; knees -0.7 -0.7 0.8 | -0.7 -0.7 -0.8; toes 1 0 -0.2 | 1 0 0.2`,
  ),
  'elbow-escape': position(
    -12,
    22,
    `hips 20 13 -8; chest -24 14 4; front 0.1 0.5 0.85; head -45 24 10; look 0.6 0.5 0.6; round 4
    hands 0 38 16 | -4 26 34; elbows -0.6 -0.2 0 | -0.6 -0.4 0.4
    feet 66 10 -14 | 52 26 36; knees 0.1 0.9 0.4 | -0.3 0.7 0.7; toes 1 -0.1 0 | 0.8 0.3 0.2`,
    `hips 0 42 2; chest -8 88 0; front -0.95 -0.2 0; head -14 110 0; look -0.7 -0.6 0.3
    hands -30 56 30 | -36 48 -22; elbows 0.4 0 1 | 0.4 0 -1
    feet 28 7 38 | 28 7 -30; knees -0.9 -0.5 0.8 | -1 -0.3 -0.8; toes 1 -0.2 -0.2 | 1 -0.2 0.2`,
  ),
};
