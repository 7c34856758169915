import { position } from '../notation.ts';

/** Pins and controls. The person who is held has the head to the left. */
export const pinPositions = {
  mount: position(
    30,
    20,
    `hips -2 37 0; chest -12 83 0; front -0.95 -0.3 0; head -22 104 0; look -0.7 -0.7 0
    hands -34 30 5 | -36 29 -6; elbows 0.5 0 1 | 0.5 0 -1
    feet 24 7 30 | 24 7 -30; knees -0.9 -0.4 0.8 | -0.9 -0.4 -0.8; toes 1 -0.2 -0.2 | 1 -0.2 0.2`,
    `hips 14 13 0; chest -33 12 0; front 0 1 0; head -55 16 0; look 0.5 0.9 0
    hands -22 44 -9 | -20 42 9; elbows -0.3 -0.2 -1 | -0.3 -0.2 1
    feet 60 8 -13 | 62 8 14; knees 0.3 1 -0.3 | 0.3 1 0.3; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
  ),
  'mount-low': position(
    30,
    24,
    `hips 4 35 0; chest -36 52 2; front -0.4 -0.9 0; head -56 52 14; look -0.7 -0.7 0; round 4
    hands -56 28 2 | -66 14 -10; elbows 0.1 0.2 1 | 0 0.3 -1
    feet 30 7 34 | 30 7 -34; knees -0.9 -0.4 0.9 | -0.9 -0.4 -0.9; toes 1 -0.2 -0.2 | 1 -0.2 0.2`,
    `hips 14 13 0; chest -33 12 0; front 0 1 0; head -55 17 0; look 0.3 0.9 0.3
    hands -20 40 -30 | -24 48 26; elbows -0.1 -0.2 -1 | 0.3 -0.2 1
    feet 60 8 -13 | 62 8 14; knees 0.3 1 -0.3 | 0.3 1 0.3; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
  ),
  'side-control': position(
    18,
    24,
    `hips 2 26 -54; chest -24 42 -18; front -0.1 -0.9 0.4; head -40 50 -2; look -0.3 -0.8 0.5; round 3
    hands -2 10 24 | -62 12 8; elbows 0.9 0.3 0.4 | -0.6 0.4 -0.4
    feet 44 7 -72 | -20 10 -128; knees 0.4 -0.6 0.9 | 0 -1 0.2; toes 0.6 -0.3 -0.9 | 0 -1 -0.4`,
    `hips 14 13 0; chest -33 12 0; front 0 1 0.1; head -55 14 4; look 0.2 0.6 0.8
    hands -12 38 -34 | -8 38 -6; elbows 0.3 -0.2 -1 | 0 -0.4 1
    feet 62 8 -6 | 58 8 16; knees 0.2 1 -0.3 | 0.2 1 0.4; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
  ),
  'kesa-gatame': position(
    24,
    20,
    `hips -4 14 26; chest -22 54 8; front -0.9 -0.2 0.5; head -36 72 4; look -0.8 -0.5 0.2; round 4
    hands 4 46 20 | -62 16 -8; elbows 0.6 -0.4 0.8 | -0.4 0.2 -0.8
    feet 62 9 46 | -74 9 40; knees 0.4 0.3 1 | -0.2 0.8 0.6; toes 0.8 -0.1 -0.6 | -0.9 0.3 0.3`,
    `hips 16 13 0; chest -31 12 0; front 0 1 0.1; head -53 15 0; look 0.3 0.9 0.2
    hands -4 52 -10 | 2 42 30; elbows 0 0.2 -1 | -0.6 -0.2 0.6
    feet 66 8 -18 | 70 8 8; knees 0.2 1 -0.4 | 0.2 1 0.2; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
  ),
  'knee-on-belly': position(
    14,
    16,
    `hips 6 62 -32; chest -6 104 -20; front -0.2 -0.4 0.9; head -12 124 -8; look -0.4 -0.6 0.8
    hands 36 42 16 | -36 26 4; elbows 0.8 0 -0.3 | -0.8 0 -0.3
    feet 40 22 -22 | -58 8 -40; knees -0.2 -0.2 1 | -0.6 0.4 0.7; toes 0.9 -0.2 -0.2 | -0.4 -0.1 0.9`,
    `hips 18 13 0; chest -29 12 0; front 0 1 0.1; head -51 15 2; look 0.3 0.8 0.5
    hands -14 34 -26 | -2 42 12; elbows -0.3 -0.2 -1 | -0.3 -0.4 1
    feet 66 8 -8 | 64 8 20; knees 0.2 1 -0.3 | 0.2 1 0.5; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
  ),
  'north-south': position(
    24,
    24,
    `hips -92 34 0; chest -46 40 0; front 0.1 -1 0; head -24 40 4; look 0.6 -0.8 0.3; round 3
    hands -24 10 -30 | -20 10 30; elbows -0.2 0.3 -1 | -0.2 0.3 1
    feet -134 7 -30 | -134 7 30; knees 0.8 -0.6 -0.7 | 0.8 -0.6 0.7; toes -1 -0.2 0.1 | -1 -0.2 -0.1`,
    `hips 14 13 0; chest -33 12 0; front 0 1 0; head -55 14 0; look 0.2 1 0.1
    hands -70 50 -24 | -70 48 26; elbows 0.2 0.4 -1 | 0.2 0.4 1
    feet 60 8 -13 | 62 8 14; knees 0.3 1 -0.3 | 0.3 1 0.4; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
  ),
  'back-control': position(
    -32,
    16,
    `hips -16 14 0; chest -28 60 2; front 1 0.2 0; head -22 82 -10; look 0.9 -0.2 0.3; round 3
    hands 14 50 2 | 13 54 -2; elbows 0.2 -0.8 -0.8 | 0.5 0.2 1
    feet 52 17 -9 | 50 17 9; knees -0.1 0.9 -1 | -0.1 0.9 1; toes 0.7 -0.1 0.8 | 0.7 -0.1 -0.8`,
    `hips 16 13 0; chest -1 57 0; front 0.95 0.3 0; head 4 79 4; look 0.9 -0.3 0.2
    hands 20 56 -6 | 20 62 4; elbows 0.4 -0.6 -0.8 | 0.4 -0.6 0.8
    feet 74 8 -18 | 76 8 18; knees 0.1 1 -0.4 | 0.1 1 0.4; toes 1 -0.1 -0.1 | 1 -0.1 0.1`,
  ),
  turtle: position(
    18,
    20,
    `hips 12 46 -44; chest -12 62 -6; front 0 -0.9 0.4; head -24 72 14; look -0.4 -0.7 0.6; round 4
    hands 22 22 24 | -40 20 8; elbows 0.8 0.2 0.5 | -0.7 0.2 0.4
    feet 44 8 -84 | -32 8 -88; knees 0.4 -0.8 0.7 | -0.4 -0.8 0.6; toes 0.1 -1 -0.2 | -0.1 -1 -0.2`,
    `hips 32 36 0; chest -12 30 0; front 0 -1 0; head -34 21 2; look 0.1 -1 0; round 8
    hands -34 7 10 | -34 7 -10; elbows 0.6 -0.6 0.5 | 0.6 -0.6 -0.5
    feet 54 7 10 | 54 7 -10; knees -0.9 -0.4 0.3 | -0.9 -0.4 -0.3; toes 1 -0.2 0 | 1 -0.2 0`,
  ),
};
