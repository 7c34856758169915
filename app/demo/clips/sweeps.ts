import { guardPositions } from '../drawing/poses/guard.ts';
import { pinPositions } from '../drawing/poses/pins.ts';
import { sweepPositions } from '../drawing/poses/sweeps.ts';
import { flipped } from '../drawing/turning.ts';
import { between, but, people, type Script, shifted, step } from './script.ts';

const guard = guardPositions['closed-guard'].people;
const scissor = sweepPositions['scissor-sweep'].people;

const gripped = but(
  guard,
  {
    chest: [-45, 17, 0],
    head: [-65, 29, 2],
    hands: [
      [2, 64, -5],
      [-10, 34, 12],
    ],
  },
  {
    hands: [
      [-10, 30, 12],
      [-14, 26, -12],
    ],
  },
);
const shrimped = but(between(guard, scissor, 0.6), {
  hands: [
    [6, 64, -4],
    [-8, 36, 18],
  ],
  feet: [
    [48, 42, -2],
    [46, 9, 40],
  ],
  knees: [
    [-0.3, 1, -0.7],
    [0, 0.9, 0.6],
  ],
  toes: [
    [0.4, 0, 1],
    [1, -0.1, 0.1],
  ],
});
const loaded = but(
  scissor,
  {
    chest: [-38, 17, -6],
    head: [-58, 28, -2],
    hands: [
      [-4, 60, -2],
      [-16, 42, 22],
    ],
    feet: [
      [44, 50, 20],
      [56, 9, 40],
    ],
  },
  {
    hips: [50, 54, 4],
    chest: [17, 82, 8],
    head: [0, 98, 10],
    hands: [
      [-4, 42, 22],
      [-20, 34, -18],
    ],
  },
);
const fallen = people(
  `hips 18 18 -4; chest -8 52 8; front 0.6 0.3 0.7; head -12 74 14; look 0.6 -0.2 0.7
  hands 28 50 40 | 4 36 42; elbows -0.3 0 -1 | -0.3 -0.6 0.6
  feet 58 34 30 | 46 12 4; knees -0.2 1 -0.5 | 0 0.6 0.6; toes 0.3 0.3 1 | 1 0.3 0.1`,
  `hips 54 26 18; chest 38 32 60; front -0.5 0.7 0.4; head 30 36 80; look -0.5 0.6 0.4
  hands 6 36 46 | 22 58 52; elbows -0.3 0.2 0.6 | 0.2 0.8 0
  feet 86 14 6 | 84 36 -14; knees -0.9 -0.2 0.2 | -0.6 0.8 0.2; toes 1 -0.2 0 | 1 -0.2 0`,
);
const mounted = people(
  `hips 52 37 30; chest 50 82 36; front -0.2 -0.3 0.95; head 47 104 46; look -0.2 -0.7 0.7; round 3
  hands 50 32 62 | 42 32 60; elbows 1 0 -0.4 | -1 0 -0.4
  feet 84 7 6 | 24 7 2; knees 0.8 -0.4 0.9 | -0.8 -0.4 0.9; toes 0.2 -0.2 -1 | -0.2 -0.2 -1`,
  `hips 56 13 16; chest 44 12 62; front 0 1 0; head 40 16 84; look 0.1 0.9 -0.3
  hands 30 44 52 | 62 44 58; elbows -1 0.2 0 | 1 0.2 0
  feet 52 8 -32 | 78 8 -28; knees 0 1 -0.4 | 0.2 1 -0.4; toes 0 -0.1 -1 | 0.2 -0.1 -1`,
);

export const scissorSweep: Script = {
  start: guard,
  chapters: [
    step('Collar and sleeve', 3, 1.4, gripped),
    step('Open and shrimp out', 3, 1.6, shrimped),
    step('Shin across the belly', 3, 1.4, scissor),
    step('Pull them onto the shin', 3, 1.4, loaded),
    step('Kick and cut', 2, 1.3, between(loaded, fallen, 0.6), fallen),
    step('Land in mount', 4, 1.3, between(fallen, mounted, 0.5), mounted),
  ],
};

const posture = [...guardPositions['guard-posture'].people].reverse();
const bump = sweepPositions['hip-bump'].people;
const mount = shifted(flipped({ turn: 0, height: 0, people: pinPositions.mount.people }).people, [84, 0, 4]);

const leant = but(
  posture,
  {
    feet: [
      [52, 9, -28],
      [46, 9, 34],
    ],
    knees: [
      [-0.1, 1, -0.6],
      [-0.1, 1, 0.7],
    ],
    toes: [
      [0.9, 0, -0.4],
      [1, 0, 0.3],
    ],
  },
  { chest: [36, 74, 0], head: [38, 97, 0] },
);
const onElbow = but(between(leant, bump, 0.5), {
  chest: [-16, 46, 2],
  head: [-24, 66, 0],
  hands: [
    [-44, 7, -26],
    [16, 52, 30],
  ],
});
const reached = but(bump, {
  hands: [
    [-34, 6, -24],
    [54, 76, 26],
  ],
  chest: [12, 78, 6],
});
const driven = but(
  bump,
  {
    hips: [34, 46, 2],
    chest: [46, 88, 12],
    head: [54, 109, 10],
    hands: [
      [0, 30, -36],
      [64, 56, 40],
    ],
    feet: [
      [66, 9, -28],
      [40, 8, 38],
    ],
  },
  {
    hips: [62, 32, 8],
    chest: [84, 70, 22],
    head: [92, 90, 28],
    hands: [
      [46, 48, 44],
      [50, 58, -14],
    ],
  },
);
const falling = but(between(driven, mount, 0.55), {
  chest: [70, 84, 12],
  head: [80, 104, 12],
  hands: [
    [70, 26, -34],
    [92, 36, 40],
  ],
});

export const hipBump: Script = {
  start: posture,
  chapters: [
    step('They lean back: open', 3, 1.3, leant),
    step('Sit up', 3, 1.4, onElbow, reached),
    step('Clamp the arm', 2, 1, bump),
    step('Drive the hips', 3, 1.4, driven),
    step('Fall into mount', 4, 1.6, falling, mount),
  ],
};
