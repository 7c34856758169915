import { position } from '../notation.ts';

export const submissionPositions = {
  'rear-naked-choke': position(
    -24,
    16,
    `hips -15 14 0; chest -22 60 0; front 0.95 0.2 0; head -21 82 -19; look 0.9 -0.1 0.4; round 3
    hands -11 82 3 | -10 64 -16; elbows 0 0.4 -1 | 1 0.1 0.3
    feet 52 17 -9 | 50 17 9; knees -0.1 0.9 -1 | -0.1 0.9 1; toes 0.7 -0.1 0.8 | 0.7 -0.1 -0.8`,
    `hips 15 13 0; chest -2 55 0; front 0.9 0.4 0; head -1 79 4; look 0.8 0.5 0.3
    hands 12 62 -10 | 16 50 10; elbows 0.4 -0.6 -0.8 | 0.2 -1 0.5
    feet 78 8 -20 | 80 8 18; knees 0.1 1 -0.4 | 0.1 1 0.4; toes 1 -0.1 -0.1 | 1 -0.1 0.1`,
  ),
  triangle: position(
    26,
    20,
    `hips 2 24 0; chest -42 13 2; front 0.2 1 0.1; head -62 24 2; look 0.8 0.6 0
    hands 6 62 -2 | 16 58 6; elbows -0.4 0 -1 | -0.3 -0.2 1
    feet 58 44 -2 | 32 66 -26; knees 0 1 -0.5 | 0 0.7 1; toes 0.8 -0.5 0.2 | 0.1 0.3 -1`,
    `hips 64 36 2; chest 30 50 0; front -0.5 -0.9 0; head 10 58 -3; look -0.5 -0.9 0; round 5
    hands 4 22 34 | -18 34 10; elbows 0.3 0.2 1 | 0 -0.2 -0.8
    feet 86 7 20 | 86 7 -16; knees -0.9 -0.4 0.6 | -0.9 -0.4 -0.6; toes 1 -0.2 0 | 1 -0.2 0`,
  ),
  guillotine: position(
    24,
    18,
    `hips 0 14 0; chest -30 48 4; front 0.8 0.6 0; head -46 66 -2; look 0.8 0.4 0.1; round 4
    hands -6 34 4 | -4 36 10; elbows -0.3 -0.2 -1 | -0.2 0.4 1
    feet 62 50 4 | 60 44 -5; knees -0.2 0.8 -1 | -0.2 0.8 1; toes 0.4 0 1 | 0.4 0.1 -1`,
    `hips 42 36 0; chest 0 50 4; front -0.4 -1 0; head -20 44 14; look -0.6 -0.8 0; round 5
    hands -26 30 -26 | -14 8 -32; elbows 0.4 0.2 1 | 0.4 0.2 -1
    feet 64 7 18 | 64 7 -18; knees -0.9 -0.3 0.8 | -0.9 -0.3 -0.8; toes 1 -0.2 0 | 1 -0.2 0`,
  ),
  'bow-and-arrow': position(
    12,
    22,
    `hips -2 16 -22; chest -12 44 -58; front 0.1 0.7 0.7; head -16 62 -66; look 0.2 -0.2 0.9
    hands 30 50 -2 | -38 28 -2; elbows 0.6 0.4 -0.3 | -0.9 0 -0.2
    feet 44 12 14 | -30 26 40; knees 0.6 0.9 0 | -0.6 1 0; toes 0.6 -0.3 0.8 | -0.1 -0.5 0.9`,
    `hips 22 16 0; chest -23 19 4; front 0.1 0.3 1; head -44 26 10; look 0.3 0.3 0.9
    hands -42 34 22 | -20 10 36; elbows 0.4 0.6 0.6 | 0.3 -0.4 0.8
    feet 74 36 22 | 84 8 18; knees 0 0.8 0.8 | 0.1 0.2 1; toes 0.9 0.3 0.3 | 0.9 -0.1 0.4`,
  ),
  'arm-triangle': position(
    16,
    24,
    `hips 10 24 -52; chest -24 34 -22; front -0.1 -1 0.3; head -46 34 -24; look -0.4 -0.9 0.2; round 2
    hands -46 24 22 | -52 26 24; elbows 0.5 0.4 0.6 | -0.8 0.3 0
    feet 66 10 -116 | 10 10 -130; knees 0.4 -0.8 0.2 | -0.1 -1 0.1; toes 0.2 -1 -0.3 | 0 -1 -0.3`,
    `hips 16 13 0; chest -31 13 0; front 0 1 0.1; head -53 17 4; look 0.2 0.8 0.5
    hands -60 44 14 | -10 34 12; elbows -0.4 0.8 -0.2 | 0 -0.4 1
    feet 64 8 -8 | 60 8 18; knees 0.2 1 -0.3 | 0.2 1 0.4; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
  ),
  darce: position(
    26,
    24,
    `hips 38 30 -8; chest -6 44 -8; front -0.2 -0.9 0.3; head -28 52 -12; look -0.7 -0.6 0.3; round 3
    hands -50 28 -4 | -44 36 -10; elbows -0.1 0.2 1 | -0.6 0.6 -0.4
    feet 96 10 4 | 92 10 -44; knees -0.3 -0.9 0.3 | -0.3 -0.9 -0.3; toes 0 -1 0 | 0 -1 0`,
    `hips 8 15 12; chest -36 17 10; front 0.1 0.4 0.9; head -57 24 8; look 0.5 0.4 0.7; round 3
    hands 6 52 4 | -18 16 42; elbows -0.2 0.9 0.3 | -0.4 -0.4 0.8
    feet 60 14 0 | 64 12 22; knees 0.1 0.8 0.4 | 0.2 0.3 1; toes 0.9 0.1 0.4 | 0.9 0 -0.4`,
  ),
  'guard-armbar': position(
    26,
    24,
    `hips 6 20 0; chest -26 15 34; front 0.1 1 0; head -40 24 48; look 0.6 0.7 -0.3
    hands -14 40 16 | -10 42 22; elbows -0.8 -0.2 -0.2 | 0.4 -0.3 0.8
    feet 30 56 26 | 62 62 -16; knees -0.5 1 -0.7 | 0.4 0.8 0.8; toes 0.7 0.1 0.7 | 0.3 0.2 -1`,
    `hips 58 40 -10; chest 26 66 -14; front -0.6 -0.8 0; head 12 82 -8; look -0.6 -0.7 0.2; round 4
    hands 12 38 34 | -14 42 20; elbows 0.4 0.2 1 | -0.1 0.4 -0.8
    feet 82 7 14 | 84 7 -28; knees -0.9 -0.4 0.6 | -0.9 -0.4 -0.6; toes 1 -0.2 0 | 1 -0.2 0`,
  ),
  armbar: position(
    64,
    22,
    `hips -27 17 -36; chest -27 16 -83; front 0 1 0; head -27 26 -104; look 0 0.8 0.6
    hands -24 42 -72 | -30 42 -72; elbows 1 -0.2 0 | -1 -0.2 0
    feet -6 22 40 | -54 14 36; knees 0.3 1 0 | -0.3 1 0; toes 0.2 0 1 | -0.2 -0.2 1`,
    `hips 14 13 0; chest -33 12 0; front 0 1 0; head -56 14 0; look -0.1 0.9 0.4
    hands -27 40 -72 | -30 36 -18; elbows 0.2 -1 0.2 | 0.2 0 1
    feet 60 8 -13 | 64 8 18; knees 0.3 1 -0.3 | 0.3 1 0.4; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
  ),
  kimura: position(
    16,
    22,
    `hips 4 16 -8; chest -36 24 6; front 0.4 0.6 0.7; head -54 38 8; look 0.6 0.2 0.7
    hands -8 32 34 | -2 20 40; elbows 0.3 0.8 0.2 | -0.6 -0.2 0.8
    feet 46 10 -44 | 60 60 -4; knees 0 1 -0.6 | -0.4 0.8 0.8; toes 0.9 -0.1 -0.4 | 0.6 0.2 -0.8`,
    `hips 50 38 -4; chest 12 62 -6; front -0.6 -0.8 0.1; head -4 78 -12; look -0.8 -0.5 0; round 4
    hands 0 18 40 | -24 7 -38; elbows 0.8 0.6 0.6 | 0.4 0.2 -1
    feet 74 7 18 | 74 7 -22; knees -0.9 -0.4 0.7 | -0.9 -0.4 -0.7; toes 1 -0.2 0 | 1 -0.2 0`,
  ),
  americana: position(
    14,
    30,
    `hips 6 26 -52; chest -22 42 -18; front -0.1 -0.9 0.4; head -34 54 2; look -0.5 -0.8 0.4; round 3
    hands -52 16 38 | -60 14 40; elbows 0.2 0.8 0.4 | -0.9 0.3 0
    feet 46 7 -74 | -20 10 -124; knees 0.4 -0.6 0.9 | 0 -1 0.2; toes 0.6 -0.3 -0.9 | 0 -1 -0.4`,
    `hips 16 13 0; chest -31 12 0; front 0 1 0.1; head -53 14 2; look 0.3 0.8 0.5
    hands -8 36 -34 | -62 8 40; elbows 0.3 -0.2 -1 | 0.9 -0.3 0.9
    feet 64 8 -6 | 60 8 16; knees 0.2 1 -0.3 | 0.2 1 0.4; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
  ),
  omoplata: position(
    16,
    22,
    `hips 14 14 44; chest -2 56 42; front -0.95 -0.2 -0.1; head -10 77 38; look -0.6 -0.7 -0.3
    hands 18 44 58 | 34 46 8; elbows 0.5 -0.2 1 | 0.4 0.6 0.2
    feet -6 9 76 | -36 10 60; knees -1 0.2 0.6 | -0.9 0.9 -0.3; toes 0.4 -0.1 0.9 | 0.4 -0.1 0.9`,
    `hips 36 36 -8; chest -10 26 -2; front 0 -1 0; head -32 17 -4; look -0.4 -0.9 -0.1; round 4
    hands 26 50 28 | -52 7 -24; elbows -0.3 0.6 1 | 0.2 0.2 -1
    feet 66 7 6 | 64 7 -28; knees -0.8 -0.6 0.3 | -0.8 -0.6 -0.4; toes 1 -0.2 0 | 1 -0.2 0`,
  ),
  'ankle-lock': position(
    20,
    22,
    `hips 0 14 0; chest -38 38 4; front 0.6 0.8 0.1; head -54 56 4; look 0.8 0.2 0.2; round 3
    hands -10 36 2 | -8 38 10; elbows -0.2 -0.4 -1 | -0.2 -0.4 1
    feet 48 34 2 | 50 26 24; knees 0 1 -0.5 | -0.1 0.7 1; toes 0.5 0.8 0.3 | 0.4 0.9 -0.1`,
    `hips 58 14 6; chest 96 40 4; front -0.6 0.8 0; head 114 56 2; look -0.9 0.1 0; round 3
    hands 118 6 26 | 120 6 -22; elbows 0.6 0.2 1 | 0.6 0.2 -1
    feet -18 38 22 | 8 10 -34; knees 0.2 1 0.4 | 0 1 -0.5; toes -0.5 0.9 0.1 | -0.9 0.1 -0.4`,
  ),
  'heel-hook': position(
    24,
    24,
    `hips 0 15 0; chest -34 44 -4; front 0.7 0.7 0.2; head -46 64 -4; look 0.8 -0.1 0.3; round 3
    hands -2 34 10 | 0 30 16; elbows -0.2 -0.3 -1 | -0.2 0.1 1
    feet 54 22 22 | 46 12 -18; knees -0.1 1 -0.5 | 0 0.9 1; toes 0.7 0.1 0.7 | 0.7 0.1 -0.7`,
    `hips 58 14 2; chest 98 36 10; front -0.5 0.8 0.2; head 116 50 12; look -0.9 0.2 0.1; round 3
    hands 112 6 42 | 34 36 -10; elbows 0.4 0 1 | 0.4 0.4 -1
    feet -6 26 22 | 14 22 -44; knees 0.2 0.8 0.9 | 0.1 1 -0.4; toes -0.3 -0.1 1 | -0.9 0.3 -0.3`,
  ),
  kneebar: position(
    14,
    24,
    `hips 16 18 -4; chest -28 22 -2; front 0.1 0.4 0.9; head -48 32 4; look 0.6 0.1 0.8
    hands -26 40 22 | -20 32 24; elbows 0.2 0.7 0.5 | 0.2 -0.5 0.8
    feet 66 34 10 | 62 12 22; knees -0.1 0.8 0.8 | 0 0.2 1; toes 0.7 0.3 0.5 | 0.7 -0.1 0.6`,
    `hips 62 15 -8; chest 102 34 -24; front -0.3 0.9 0.2; head 118 50 -30; look -0.8 0.4 0.4; round 3
    hands 70 50 2 | 120 6 -52; elbows 0.4 0.2 1 | 0.6 0.2 -1
    feet -20 40 20 | 44 10 -58; knees 0 0.2 1 | 0.2 1 -0.4; toes -0.3 0.9 -0.2 | -0.6 0.1 -0.8`,
  ),
};
