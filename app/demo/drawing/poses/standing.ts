import { position } from '../notation.ts';

/** Standing positions: grips, shots and throws. The attacker comes from the left. */
export const standingPositions = {
  stance: position(
    14,
    10,
    `hips -52 74 0; chest -34 114 0; front 0.9 -0.5 0; head -22 134 0; look 0.95 -0.2 0; round 3
    hands -2 98 -14 | -4 94 16; elbows -0.2 -1 -0.5 | -0.2 -1 0.5
    feet -70 8 -20 | -30 8 16; knees 1 0 -0.3 | 1 0 0.3; toes 0.9 -0.1 -0.4 | 1 -0.1 0.1`,
    `hips 52 72 0; chest 34 112 0; front -0.9 -0.5 0; head 22 132 0; look -0.95 -0.2 0; round 3
    hands 6 86 16 | 8 92 -14; elbows 0.2 -1 0.5 | 0.2 -1 -0.5
    feet 32 8 18 | 72 8 -20; knees -1 0 0.3 | -1 0 -0.3; toes -1 -0.1 0.1 | -0.9 -0.1 -0.4`,
  ),
  'gi-grips': position(
    16,
    8,
    `hips -34 82 0; chest -26 128 0; front 1 -0.2 0; head -20 150 0; look 0.95 -0.2 0
    hands 8 110 -22 | 12 122 8; elbows -0.2 -1 -0.6 | -0.2 -1 0.6
    feet -50 8 -18 | -18 8 18; knees 1 0 -0.3 | 1 0 0.3; toes 0.9 -0.1 -0.5 | 1 -0.1 0.2`,
    `hips 36 82 0; chest 28 128 0; front -1 -0.2 0; head 22 150 0; look -0.95 -0.2 0
    hands -8 108 24 | -12 124 -8; elbows 0.2 -1 0.6 | 0.2 -1 -0.6
    feet 20 8 18 | 54 8 -18; knees -1 0 0.3 | -1 0 -0.3; toes -1 -0.1 0.2 | -0.9 -0.1 -0.5`,
  ),
  clinch: position(
    14,
    10,
    `hips -50 76 0; chest -28 116 0; front 0.85 -0.5 0; head -12 132 4; look 0.9 -0.4 0; round 3
    hands 12 110 -18 | 22 132 9; elbows 0 -1 -0.5 | -0.1 -1 0.5
    feet -72 8 -18 | -32 8 18; knees 1 0 -0.3 | 1 0 0.3; toes 0.9 -0.1 -0.4 | 1 -0.1 0.1`,
    `hips 54 76 0; chest 31 116 0; front -0.85 -0.5 0; head 15 134 -4; look -0.9 -0.4 0; round 3
    hands -8 104 21 | -18 130 -8; elbows 0 -1 0.5 | -0.1 -0.9 -0.6
    feet 36 8 18 | 76 8 -18; knees -1 0 0.3 | -1 0 -0.3; toes -1 -0.1 0.1 | -0.9 -0.1 -0.4`,
  ),
  'double-leg': position(
    16,
    12,
    `hips -32 54 0; chest 4 84 4; front 0.7 -0.6 0; head 18 98 22; look 0.95 0 0.1; round 2
    hands 48 54 -14 | 48 50 18; elbows 0.2 -0.8 -0.6 | 0 -0.8 0.8
    feet -84 10 -20 | -4 8 12; knees 0.8 -0.6 -0.3 | 1 0.1 0.3; toes 0.1 -1 0 | 1 -0.1 0`,
    `hips 36 88 0; chest 22 132 0; front -0.95 -0.3 0; head 10 153 0; look -0.8 -0.6 0
    hands -14 90 28 | -18 92 -16; elbows 0.3 0.2 1 | 0.3 0.2 -1
    feet 58 10 22 | 62 8 -20; knees -1 0.2 0.4 | -1 0.2 -0.4; toes -0.9 0.1 0.2 | -0.9 -0.1 -0.2`,
  ),
  'single-leg': position(
    12,
    10,
    `hips -24 78 10; chest 0 118 8; front 0.9 -0.5 0; head 16 134 2; look 0.9 -0.2 0; round 3
    hands 26 80 6 | 24 72 24; elbows -0.2 -1 -0.5 | -0.2 -0.8 0.8
    feet -38 8 -14 | -28 8 34; knees 1 0 -0.4 | 1 0 0.4; toes 1 -0.1 -0.3 | 1 -0.1 0.3`,
    `hips 50 90 0; chest 52 137 -4; front -0.95 -0.2 0.1; head 50 160 -4; look -0.8 -0.5 0.1
    hands 6 130 24 | 20 118 -22; elbows 0.4 -0.2 1 | 0.4 -0.6 -1
    feet -18 60 18 | 56 8 -12; knees -0.5 0.8 0.3 | -1 0 -0.2; toes -0.8 -0.5 0.1 | -1 -0.1 -0.3`,
  ),
  'arm-drag': position(
    6,
    10,
    `hips -38 76 14; chest -24 119 16; front 0.9 -0.3 -0.2; head -14 139 16; look 0.9 -0.3 -0.2
    hands -10 98 26 | 22 108 34; elbows -0.2 -1 -0.4 | 0 -0.9 0.6
    feet -64 8 -8 | -6 8 36; knees 1 0 -0.3 | 1 0 0.3; toes 0.9 -0.1 -0.2 | 1 -0.1 -0.2`,
    `hips 56 80 -6; chest 38 121 0; front -0.8 -0.4 -0.5; head 24 138 6; look -0.8 -0.5 0.2; round 3
    hands -14 99 26 | 24 88 -28; elbows 0 -0.6 0.9 | 0.4 -0.6 -0.8
    feet 34 8 14 | 84 8 -24; knees -1 0 0.2 | -1 0 -0.3; toes -1 -0.1 0 | -0.9 -0.1 -0.4`,
  ),
  'rear-waist-lock': position(
    -24,
    10,
    `hips -24 74 0; chest -4 114 2; front 0.9 -0.4 0; head 0 134 14; look 0.9 -0.3 0.2; round 3
    hands 34 92 -4 | 34 92 5; elbows 0.1 -0.7 -1 | 0.1 -0.7 1
    feet -42 8 -22 | -18 8 26; knees 1 0 -0.4 | 1 0 0.4; toes 1 -0.1 -0.3 | 1 -0.1 0.3`,
    `hips 18 80 0; chest 36 122 0; front 0.9 -0.4 0; head 50 141 0; look 0.8 -0.6 0; round 2
    hands 38 90 -10 | 39 94 10; elbows 0 -0.3 -1 | 0 -0.3 1
    feet 10 8 -24 | 30 8 20; knees 1 0 -0.4 | 1 0 0.4; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
  ),
  'front-headlock': position(
    20,
    16,
    `hips -60 54 0; chest -18 70 0; front 0.4 -0.9 0; head 2 82 -6; look 0.8 -0.6 0; round 3
    hands 2 40 -4 | 0 38 6; elbows 0.2 0.2 -1 | 0.2 0.1 1
    feet -112 10 -24 | -108 10 26; knees 0.6 -0.8 -0.2 | 0.6 -0.8 0.2; toes 0.2 -1 0 | 0.2 -1 0`,
    `hips 52 44 0; chest 8 49 2; front -0.2 -1 0; head -13 44 6; look -0.5 -0.9 0; round 4
    hands -14 7 28 | -12 7 -26; elbows 0.6 0 0.8 | 0.6 0 -0.8
    feet 96 8 18 | 96 8 -18; knees -0.6 -1 0.2 | -0.6 -1 -0.2; toes 0.9 -0.4 0 | 0.9 -0.4 0`,
  ),
  sprawl: position(
    18,
    16,
    `hips -40 38 2; chest 2 58 0; front 0.3 -0.9 0; head 22 70 6; look 0.9 -0.4 0.1; round -2
    hands 30 24 -28 | 32 26 28; elbows 0 0.4 -1 | 0 0.4 1
    feet -118 10 -32 | -116 10 30; knees 0 -1 -0.1 | 0 -1 0.1; toes 0.1 -1 0 | 0.1 -1 0`,
    `hips 54 40 0; chest 12 30 0; front 0 -1 0; head -9 26 14; look -0.9 -0.3 0.1; round 4
    hands -38 24 22 | -38 24 -20; elbows 0.2 -0.6 1 | 0.2 -0.6 -1
    feet 92 8 22 | 108 10 -18; knees -0.8 -0.8 0.3 | -0.5 -0.9 -0.2; toes 0.9 -0.4 0 | 0 -1 0`,
  ),
  'hip-throw': position(
    -22,
    10,
    `hips -2 72 0; chest 26 108 0; front 0.8 -0.6 0; head 42 122 0; look 0.8 -0.5 0.2; round 2
    hands 16 118 -26 | 58 96 22; elbows 0.4 0.2 -1 | 0.3 -0.4 1
    feet -2 8 -16 | 2 8 16; knees 1 0.1 -0.2 | 1 0.1 0.2; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
    `hips -26 112 -2; chest 14 136 2; front 0.4 -0.9 0; head 34 148 2; look 0.6 -0.7 0.2; round 2
    hands 30 118 -26 | 58 98 24; elbows 0.3 0.2 -1 | 0.3 0.2 1
    feet -94 88 -14 | -90 76 18; knees 0.5 -0.7 -0.2 | 0.6 -0.7 0.2; toes -0.7 -0.7 0 | -0.7 -0.7 0`,
  ),
  'seoi-nage': position(
    -22,
    10,
    `hips -4 56 0; chest 26 90 0; front 0.75 -0.65 0; head 44 100 -4; look 0.8 -0.6 0; round 3
    hands 52 86 20 | 46 98 24; elbows 0.4 -0.6 -0.8 | 0.5 0.2 1
    feet -4 8 -18 | 0 8 18; knees 1 0.1 -0.4 | 1 0.1 0.4; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
    `hips -16 118 0; chest 26 128 2; front 0.1 -1 0; head 46 124 8; look 0.5 -0.8 0.3; round 3
    hands 10 88 -30 | 62 84 24; elbows -0.4 0.2 -1 | 0.4 0.2 0.8
    feet -84 144 -16 | -78 128 18; knees 0.2 -1 -0.2 | 0.3 -1 0.2; toes -0.9 0.2 0 | -0.9 0 0`,
  ),
  'uchi-mata': position(
    -18,
    8,
    `hips 2 88 0; chest 40 114 0; front 0.55 -0.8 0.1; head 60 122 0; look 0.8 -0.5 0.2
    hands 34 134 -20 | 60 92 30; elbows 0.4 0.4 -1 | 0.2 -0.2 1
    feet 8 8 -6 | -66 124 12; knees 1 0 -0.1 | 0.3 -0.9 0.2; toes 1 -0.1 0.1 | -0.8 0.4 0.1`,
    `hips -34 122 8; chest 8 142 6; front 0.45 -0.9 0; head 28 152 6; look 0.7 -0.7 0.1; round 2
    hands 34 122 -24 | 58 98 30; elbows 0.2 0.2 -1 | 0.3 0.2 1
    feet -86 72 -22 | -96 154 30; knees 0.5 -0.8 -0.3 | 0.1 -0.9 0.6; toes -0.6 -0.7 0 | -0.9 0.4 0.2`,
  ),
  'osoto-gari': position(
    8,
    8,
    `hips -4 86 12; chest 20 125 10; front 0.85 -0.45 0; head 34 142 12; look 0.9 -0.4 0
    hands 52 126 -4 | 42 98 32; elbows 0.1 -0.6 -1 | -0.2 -0.8 0.8
    feet 44 30 12 | 2 8 34; knees 0.8 -0.4 -0.3 | 1 0 0.3; toes 0.6 -0.9 0 | 1 -0.1 0.2`,
    `hips 48 82 2; chest 80 115 -2; front -0.7 0.6 0.1; head 96 132 -4; look -0.6 0.6 0.3
    hands 40 102 32 | 40 122 -14; elbows 0.2 -0.6 1 | 0.2 -0.6 -1
    feet -22 46 24 | 58 8 -18; knees -0.6 0.8 0.3 | -1 0.1 -0.3; toes -0.6 0.7 0.1 | -1 0.1 -0.2`,
  ),
  'foot-sweep': position(
    16,
    8,
    `hips -34 88 -4; chest -26 135 -2; front 0.98 -0.1 0.1; head -20 157 -2; look 0.9 -0.3 0.1
    hands 10 124 -20 | 12 112 28; elbows -0.2 -1 -0.6 | -0.1 -1 0.6
    feet -40 8 -16 | 18 12 22; knees 1 0 -0.2 | 1 0.2 0.2; toes 1 -0.1 -0.3 | 0.4 0.2 -0.9`,
    `hips 30 88 0; chest 26 134 8; front -0.98 -0.1 0; head 22 156 12; look -0.9 -0.3 0
    hands -6 110 28 | -10 126 -8; elbows 0.2 -1 0.6 | 0.2 -1 -0.6
    feet 26 20 14 | 46 8 -20; knees -1 0.2 0.2 | -1 0 -0.2; toes -0.9 0.1 -0.2 | -1 -0.1 -0.3`,
  ),
  'tomoe-nage': position(
    16,
    10,
    `hips 8 18 0; chest -36 20 0; front 0.1 1 0; head -56 32 0; look 0.6 0.8 0
    hands -42 72 -18 | -42 72 18; elbows 0.2 0.2 -1 | 0.2 0.2 1
    feet 44 12 -22 | 14 90 6; knees 0.3 0.9 -0.6 | 0.6 0.5 0.5; toes 0.9 0.2 -0.3 | -0.4 1 0`,
    `hips 6 116 2; chest -38 112 0; front -0.2 -1 0; head -60 106 0; look -0.5 -0.8 0; round 2
    hands -46 74 22 | -46 74 -22; elbows 0.2 0.3 1 | 0.2 0.3 -1
    feet 74 148 20 | 78 126 -18; knees 0.2 -0.9 0.4 | 0.2 -0.9 -0.3; toes 0.9 0.3 0 | 0.9 0 0`,
  ),
};
