import { position } from '../notation.ts';

/** Guards, from below and from above. The person on the back has the head to the left. */
export const guardPositions = {
  'closed-guard': position(
    28,
    20,
    `hips 0 13 0; chest -47 13 0; front 0 1 0; head -70 21 0; look 0.7 0.8 0
    hands -4 52 -7 | -6 50 7; elbows -0.3 -0.6 -1 | -0.3 -0.6 1
    feet 56 44 4 | 52 38 -6; knees -0.3 0.8 -1 | -0.3 0.8 1; toes 0.4 -0.1 1 | 0.4 0.1 -1`,
    `hips 32 27 0; chest 12 70 0; front -0.9 -0.4 0; head -2 90 0; look -0.8 -0.6 0
    hands -14 25 10 | -14 25 -10; elbows 0.5 -0.2 1 | 0.5 -0.2 -1
    feet 48 7 15 | 48 7 -15; knees -1 -0.1 0.9 | -1 -0.1 -0.9; toes 1 -0.2 -0.3 | 1 -0.2 0.3`,
  ),
  'closed-guard-broken': position(
    34,
    24,
    `hips 0 14 0; chest -46 12 0; front 0.1 1 0; head -66 24 4; look 0.8 0.6 0
    hands -26 60 0 | -2 50 20; elbows -0.6 0.2 -1 | -0.3 -0.4 1
    feet 46 62 6 | 44 56 -5; knees -0.5 0.8 -1 | -0.5 0.8 1; toes 0.5 0.2 1 | 0.5 0.3 -1`,
    `hips 34 28 0; chest -7 50 0; front -0.4 -1 0; head -28 46 6; look -0.2 -1 0.2; round 5
    hands -30 7 30 | -30 7 -30; elbows 0.6 0.2 1 | 0.6 0.2 -1
    feet 52 7 16 | 52 7 -16; knees -1 -0.1 0.9 | -1 -0.1 -0.9; toes 1 -0.2 -0.3 | 1 -0.2 0.3`,
  ),
  'guard-posture': position(
    30,
    20,
    `hips 32 27 0; chest 27 74 0; front -1 0 0; head 26 97 0; look -1 -0.2 0; round -2
    hands -8 28 5 | -8 26 -6; elbows 0.6 -0.2 0.6 | 0.6 -0.2 -0.6
    feet 48 7 15 | 48 7 -15; knees -1 -0.1 0.9 | -1 -0.1 -0.9; toes 1 -0.2 -0.3 | 1 -0.2 0.3`,
    `hips 0 13 0; chest -47 13 0; front 0 1 0; head -69 18 0; look 0.5 0.9 0
    hands -2 40 -12 | -2 40 12; elbows -0.3 -0.6 -1 | -0.3 -0.6 1
    feet 56 44 4 | 52 38 -6; knees -0.3 0.8 -1 | -0.3 0.8 1; toes 0.4 -0.1 1 | 0.4 0.1 -1`,
  ),
  'standing-in-guard': position(
    26,
    12,
    `hips 34 80 0; chest 20 124 0; front -0.95 -0.3 0; head 10 146 0; look -0.9 -0.5 0
    hands 8 82 33 | -8 66 -4; elbows 0.8 0 0.8 | 0.5 -0.3 -0.8
    feet 30 8 24 | 48 8 -24; knees -1 0 0.5 | -1 0 -0.5; toes -1 -0.1 0.4 | -1 -0.1 -0.4`,
    `hips 4 56 0; chest -34 28 0; front -0.4 0.9 0; head -54 18 2; look 0.4 0.9 0
    hands 4 70 -14 | 2 62 12; elbows -0.4 -0.3 -1 | -0.4 -0.3 1
    feet 58 84 4 | 56 76 -6; knees -0.3 0.8 -1 | -0.3 0.8 1; toes 0.4 -0.1 1 | 0.4 0.1 -1`,
  ),
  'open-guard': position(
    24,
    14,
    `hips 0 15 0; chest -40 30 0; front 0.2 1 0; head -60 43 0; look 0.8 0.6 0; round 4
    hands 4 58 -17 | 4 58 17; elbows -0.4 -0.5 -0.8 | -0.4 -0.5 0.8
    feet 46 66 -11 | 46 66 11; knees -0.5 1 -0.7 | -0.5 1 0.7; toes 0.3 1 -0.1 | 0.3 1 0.1`,
    `hips 64 68 0; chest 40 108 0; front -0.9 -0.5 0; head 24 126 0; look -0.9 -0.6 0
    hands 11 58 17 | 11 58 -17; elbows 0.5 0 1 | 0.5 0 -1
    feet 64 8 20 | 78 8 -18; knees -1 0 0.4 | -1 0 -0.4; toes -1 -0.1 0.3 | -1 -0.1 -0.3`,
  ),
  'de-la-riva': position(
    20,
    15,
    `hips 14 14 0; chest -28 28 4; front 0.2 0.9 0.2; head -48 40 2; look 0.9 0.5 0; round 4
    hands 2 54 -15 | 18 15 23; elbows -0.4 -0.5 -0.8 | 0 0.2 1
    feet 48 72 -11 | 40 54 0; knees -0.5 1 -0.5 | -0.2 0.5 1; toes 0.3 1 -0.1 | 0.2 0.4 -1`,
    `hips 52 72 0; chest 30 112 0; front -0.9 -0.5 0; head 14 130 2; look -0.8 -0.7 0
    hands 16 62 26 | 9 56 -15; elbows 0.5 0 1 | 0.5 0 -1
    feet 22 8 18 | 84 8 -20; knees -1 0 0.1 | -1 0.1 -0.3; toes -1 -0.1 0.1 | -0.9 -0.1 -0.5`,
  ),
  'spider-guard': position(
    22,
    14,
    `hips 0 16 0; chest -40 28 0; front 0.2 1 0; head -60 40 0; look 0.8 0.6 0; round 4
    hands 5 52 -22 | 8 62 22; elbows -0.3 -0.6 -0.7 | -0.3 -0.6 0.7
    feet 28 76 -22 | 34 84 21; knees -0.8 0.7 -0.7 | -0.6 0.6 0.6; toes 0.2 1 0 | 0.2 1 0`,
    `hips 76 68 0; chest 50 106 0; front -0.85 -0.6 0; head 36 126 0; look -0.8 -0.7 0
    hands 10 66 21 | 6 54 -22; elbows 0.2 0.7 0.7 | 0.2 0.7 -0.8
    feet 74 8 22 | 92 8 -18; knees -1 0 0.4 | -1 0 -0.4; toes -1 -0.1 0.3 | -1 -0.1 -0.3`,
  ),
  'butterfly-guard': position(
    8,
    18,
    `hips 0 14 0; chest 12 58 4; front 1 -0.2 0; head 24 74 16; look 0.9 -0.3 0.3; round 4
    hands 34 50 -22 | 64 62 14; elbows -0.2 -0.4 -1 | 0 -0.3 1
    feet 50 17 -8 | 52 18 8; knees 0.1 0.7 -1 | 0.1 0.7 1; toes 0.7 0.6 -0.5 | 0.7 0.6 0.5`,
    `hips 76 34 0; chest 48 72 -2; front -0.8 -0.6 0; head 34 92 -10; look -0.9 -0.4 0
    hands 4 56 26 | 26 48 -24; elbows 0 0.4 1 | 0.5 0 -1
    feet 96 7 20 | 96 7 -20; knees -1 -0.2 0.7 | -1 -0.2 -0.7; toes 1 -0.2 -0.2 | 1 -0.2 0.2`,
  ),
  'half-guard': position(
    32,
    26,
    `hips 2 13 6; chest -44 13 2; front 0.1 0.8 0.5; head -66 18 6; look 0.5 0.8 0.2
    hands -28 46 -8 | 6 56 16; elbows -0.4 0 -1 | 0 -0.2 1
    feet 58 13 6 | 66 20 2; knees -0.2 1 -0.3 | 0 0.9 0.8; toes 0.9 0.2 0.5 | 0.8 -0.2 -0.7`,
    `hips 30 34 2; chest -14 44 0; front -0.2 -1 0; head -36 50 -10; look -0.8 -0.6 0.2
    hands -34 8 32 | -64 12 -16; elbows 0.5 0.3 1 | 0.2 0.2 -1
    feet 70 8 8 | 64 8 -44; knees -0.6 -1 0.4 | -0.6 0.4 -0.8; toes 0.9 -0.3 0 | 0.8 -0.4 -0.4`,
  ),
  'knee-shield': position(
    16,
    18,
    `hips 0 15 -4; chest -42 20 -2; front 0.2 0.5 0.85; head -62 32 4; look 0.9 0.4 0.2
    hands 4 66 -8 | 0 46 22; elbows -0.4 -0.2 -0.6 | -0.2 -0.6 0.6
    feet 44 46 24 | 58 10 16; knees -0.1 1 0.1 | 0.2 0.2 1; toes 0.4 0.2 0.9 | 0.6 0.1 -0.8`,
    `hips 50 46 4; chest 28 86 2; front -0.85 -0.5 0; head 14 106 2; look -0.8 -0.6 0
    hands 8 54 22 | -18 44 -14; elbows 0.5 0 1 | 0.4 0.2 -1
    feet 78 7 16 | 58 8 -36; knees -1 -0.5 0.3 | -0.9 0.5 -0.6; toes 1 -0.2 0 | -1 -0.1 -0.3`,
  ),
  'single-leg-x': position(
    18,
    14,
    `hips 18 15 2; chest -26 20 0; front 0.2 1 0; head -47 32 0; look 0.8 0.6 0
    hands 6 38 4 | 12 24 26; elbows -0.3 -0.6 -0.8 | -0.4 -0.2 1
    feet 50 60 20 | 42 78 15; knees 0 1 -0.8 | -0.5 0.7 0.9; toes 0.3 0.3 0.9 | 0.2 1 0`,
    `hips 46 84 0; chest 34 128 0; front -0.9 -0.4 0; head 24 149 0; look -0.7 -0.7 0.2
    hands 24 84 30 | 6 92 -24; elbows 0.5 0 1 | 0.5 0 -1
    feet 16 8 18 | 82 8 -24; knees -1 0 0.1 | -0.9 0.1 -0.4; toes -1 -0.1 0.2 | -0.8 -0.1 -0.6`,
  ),
  'collar-choke': position(
    30,
    22,
    `hips 0 14 0; chest -44 20 0; front 0.2 1 0; head -64 32 0; look 0.8 0.6 0; round 3
    hands -2 62 7 | -1 60 -7; elbows -0.2 0 -1 | -0.2 0 1
    feet 52 54 4 | 50 47 -6; knees -0.4 0.8 -1 | -0.4 0.8 1; toes 0.5 0.1 1 | 0.5 0.2 -1`,
    `hips 33 28 0; chest 4 63 0; front -0.8 -0.7 0; head -12 80 0; look -0.6 -0.8 0; round 3
    hands -20 30 20 | -20 30 -20; elbows 0.5 -0.2 1 | 0.5 -0.2 -1
    feet 50 7 15 | 50 7 -15; knees -1 -0.1 0.9 | -1 -0.1 -0.9; toes 1 -0.2 -0.3 | 1 -0.2 0.3`,
  ),
};
