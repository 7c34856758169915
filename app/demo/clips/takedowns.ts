import { standingPositions } from '../drawing/poses/standing.ts';
import { between, but, people, type Script, step } from './script.ts';

const stance = standingPositions.stance.people;
const shot = standingPositions['double-leg'].people;

const feinted = but(
  stance,
  {
    hands: [
      [4, 112, -14],
      [14, 122, 6],
    ],
    chest: [-32, 116, 0],
  },
  {
    hands: [
      [2, 104, 16],
      [6, 108, -14],
    ],
    chest: [36, 116, 0],
    head: [26, 138, 0],
    look: [-0.9, 0.2, 0],
  },
);
const low = but(feinted, {
  hips: [-52, 52, 0],
  chest: [-26, 88, 2],
  head: [-12, 106, 6],
  look: [0.95, 0.1, 0],
  hands: [
    [2, 72, -16],
    [4, 70, 18],
  ],
});
const stepped = but(shot, {
  head: [16, 103, 14],
  hands: [
    [30, 62, -16],
    [30, 58, 20],
  ],
});
const driven = people(
  `hips 2 60 0; chest 38 86 4; front 0.7 -0.6 0; head 52 100 22; look 0.95 0 0.1; round 2
  hands 80 56 -14 | 80 52 18; elbows 0.2 -0.8 -0.6 | 0 -0.8 0.8
  feet -46 10 -20 | 24 8 12; knees 0.8 -0.6 -0.3 | 1 0.1 0.3; toes 0.1 -1 0 | 1 -0.1 0`,
  `hips 76 70 0; chest 94 112 0; front -0.8 0.5 0; head 98 135 0; look -0.8 -0.2 0
  hands 44 110 28 | 42 112 -16; elbows 0.3 0.2 1 | 0.3 0.2 -1
  feet 58 30 24 | 56 26 -20; knees -1 0.6 0.4 | -1 0.6 -0.4; toes -0.9 0.3 0.2 | -0.9 0.3 -0.2`,
);
const landed = people(
  `hips 44 36 0; chest 86 54 2; front 0.3 -0.9 0; head 106 62 12; look 0.7 -0.6 0.2; round 3
  hands 104 12 -28 | 106 12 30; elbows 0 0.4 -1 | 0 0.4 1
  feet -10 8 -22 | -4 8 24; knees 0.6 -1 -0.3 | 0.6 -1 0.3; toes -0.6 -0.8 0 | -0.6 -0.8 0`,
  `hips 92 14 0; chest 138 12 0; front 0 1 0; head 160 17 0; look -0.5 0.9 0
  hands 108 48 16 | 106 46 -16; elbows 0.4 -0.2 1 | 0.4 -0.2 -1
  feet 50 12 34 | 48 12 -32; knees 0 1 0.6 | 0 1 -0.6; toes -1 0 0.2 | -1 0 -0.2`,
);

export const doubleLeg: Script = {
  start: stance,
  chapters: [
    step('Make them look up', 3, 1.2, feinted),
    step('Change the level', 2, 1, low),
    step('Step deep', 2, 1, stepped),
    step('Head to the ribs', 2, 0.9, shot),
    step('Run through', 4, 1.9, driven, landed),
  ],
};

const grips = standingPositions['gi-grips'].people;
const reap = standingPositions['osoto-gari'].people;

const beside = but(
  between(grips, reap, 0.5),
  {
    feet: [
      [-40, 8, -10],
      [2, 8, 34],
    ],
    knees: [
      [1, 0, -0.2],
      [1, 0, 0.3],
    ],
    toes: [
      [1, -0.1, 0],
      [1, -0.1, 0.2],
    ],
  },
  {
    feet: [
      [24, 8, 20],
      [56, 8, -18],
    ],
    knees: grips[1]!.knees,
    toes: grips[1]!.toes,
  },
);
const offBalance = but(
  beside,
  {
    hands: [
      [34, 124, -4],
      [34, 92, 32],
    ],
  },
  { hips: [38, 80, 2], chest: [52, 124, 2], head: [58, 146, 2], look: [-0.8, 0.4, 0.2] },
);
const swung = but(
  between(offBalance, reap, 0.7),
  {
    feet: [
      [62, 46, 26],
      [2, 8, 34],
    ],
    knees: [
      [1, 0.2, -0.1],
      [1, 0, 0.3],
    ],
    toes: [
      [0.8, 0.5, 0],
      [1, -0.1, 0.2],
    ],
  },
  {
    feet: [
      [24, 10, 20],
      [58, 8, -18],
    ],
  },
);
const reaped = people(
  `hips 8 84 12; chest 42 112 10; front 0.65 -0.75 0; head 58 124 12; look 0.8 -0.6 0
  hands 78 92 -4 | 56 84 30; elbows 0.1 -0.6 -1 | -0.2 -0.6 0.9
  feet -14 48 12 | 6 8 34; knees 0.8 -0.6 -0.3 | 1 0 0.3; toes -0.3 -1 0 | 1 -0.1 0.2`,
  `hips 62 56 2; chest 102 66 -2; front -0.3 0.9 0.1; head 122 76 -4; look -0.6 0.7 0.2
  hands 58 86 30 | 66 96 -14; elbows 0.2 -0.6 1 | 0.2 -0.6 -1
  feet 0 74 24 | 42 40 -18; knees -0.4 0.9 0.3 | -0.8 0.6 -0.3; toes -0.6 0.7 0.1 | -0.9 0.4 -0.2`,
);
const thrown = people(
  `hips 26 74 8; chest 62 102 8; front 0.6 -0.8 0; head 78 112 8; look 0.7 -0.7 0
  hands 98 54 -8 | 84 56 24; elbows 0.1 -0.6 -1 | -0.2 -0.6 0.9
  feet 2 8 -18 | 40 8 34; knees 1 0 -0.4 | 1 0 0.4; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
  `hips 76 14 2; chest 120 13 -4; front -0.1 1 0; head 142 18 -4; look -0.5 0.9 0
  hands 86 50 22 | 104 44 -18; elbows 0.3 -0.4 1 | 0.4 -0.2 -1
  feet 32 30 30 | 36 9 -24; knees -0.2 1 0.4 | -0.2 1 -0.4; toes -0.8 0.5 0.1 | -1 0.1 -0.2`,
);

export const osotoGari: Script = {
  start: grips,
  chapters: [
    step('Step beside them', 3, 1.3, beside),
    step('Weight on one heel', 2, 1, offBalance),
    step('Chest close, leg through', 3, 1.1, swung),
    step('Reap', 3, 1.1, reap),
    step('Hold the sleeve up', 4, 1.5, reaped, thrown),
  ],
};

const lifted = standingPositions['tomoe-nage'].people;

const overhead = but(
  lifted,
  {
    feet: [
      [44, 12, -22],
      [2, 98, 6],
    ],
  },
  {
    hips: [-8, 120, 2],
    chest: [-50, 110, 0],
    head: [-70, 98, 0],
    feet: [
      [54, 158, 20],
      [60, 138, -18],
    ],
  },
);
const loaded = but(
  lifted,
  {
    feet: [
      [44, 12, -22],
      [22, 68, 6],
    ],
  },
  {
    hips: [26, 94, 2],
    chest: [-18, 108, 0],
    head: [-40, 112, 0],
    feet: [
      [80, 44, 20],
      [86, 24, -18],
    ],
  },
);

/** The partner is rocked on the foot, from the position of the hero's picture and back to it. */
export const tomoeNage: Script = {
  start: lifted,
  chapters: [step('Carry the partner', 4, 4, overhead, lifted, loaded, lifted)],
};
