import { pinPositions } from '../drawing/poses/pins.ts';
import { sweepPositions } from '../drawing/poses/sweeps.ts';
import { between, but, people, type Script, step } from './script.ts';

const under = [...pinPositions.mount.people].reverse();
const bridge = sweepPositions['upa-bridge'].people;

const armTrapped = but(
  under,
  {
    hands: [
      [-30, 38, 0],
      [-24, 40, 14],
    ],
    elbows: [
      [-0.3, -0.4, -1],
      [0.1, -0.4, 1],
    ],
  },
  {
    chest: [-16, 80, 2],
    head: [-28, 100, 4],
    hands: [
      [-28, 32, 10],
      [-66, 12, -18],
    ],
  },
);
const footTrapped = but(armTrapped, {
  feet: [
    [58, 8, -13],
    [40, 14, 40],
  ],
  knees: [
    [0.3, 1, -0.3],
    [0.3, 0.8, 0.7],
  ],
});
const heelsIn = but(footTrapped, {
  feet: [
    [47, 8, -14],
    [40, 12, 36],
  ],
  knees: [
    [0.3, 1, -0.3],
    [0.3, 1, 0.5],
  ],
});
const rolling = people(
  `hips 12 42 4; chest -30 42 2; front 0 -0.2 1; head -50 48 4; look 0 0.1 1
  hands -26 42 36 | -18 34 36; elbows -0.4 0.6 -0.2 | 0 -0.6 0.4
  feet 50 26 -22 | 46 8 -8; knees 0.2 0.9 -0.2 | 0.4 0.2 -0.4; toes 1 -0.1 -0.2 | 1 -0.1 0.2`,
  `hips 6 24 34; chest -40 30 36; front 0 -0.2 -1; head -62 36 38; look -0.2 0.2 -1
  hands -20 30 14 | -26 52 4; elbows 0 -0.6 0.4 | 0 0.8 0.4
  feet 44 12 -6 | 46 52 -8; knees 0.2 -0.4 -0.6 | 0.2 1 -0.2; toes 1 0 -0.6 | 0.8 0 -1`,
);
const rolled = people(
  `hips 34 28 36; chest 26 74 36; front -1 -0.1 0; head 24 97 36; look -1 -0.3 0; round -1
  hands -8 28 41 | -8 26 30; elbows 0.6 -0.2 0.6 | 0.6 -0.2 -0.6
  feet 52 7 51 | 52 7 21; knees -1 -0.1 0.9 | -1 -0.1 -0.9; toes 1 -0.2 -0.3 | 1 -0.2 0.3`,
  `hips 0 13 36; chest -47 13 36; front 0 1 0; head -69 18 36; look 0.5 0.9 0
  hands -2 40 24 | -2 40 48; elbows -0.3 -0.6 -1 | -0.3 -0.6 1
  feet 56 44 40 | 52 38 30; knees -0.3 0.8 -1 | -0.3 0.8 1; toes 0.4 -0.1 1 | 0.4 0.1 -1`,
);

export const bridgeAndRoll: Script = {
  start: under,
  chapters: [
    step('Trap the arm', 3, 1.3, armTrapped),
    step('Trap the foot', 3, 1.1, footTrapped),
    step('Heels to your seat', 2, 0.9, heelsIn),
    step('Bridge, then turn', 4, 2, between(heelsIn, bridge, 0.7), bridge, rolling),
    step('Posture in their guard', 3, 1.2, rolled),
  ],
};
