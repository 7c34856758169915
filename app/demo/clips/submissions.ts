import { guardPositions } from '../drawing/poses/guard.ts';
import { pinPositions } from '../drawing/poses/pins.ts';
import { submissionPositions } from '../drawing/poses/submissions.ts';
import { add } from '../drawing/vectors.ts';
import { between, but, type Script, step } from './script.ts';

const back = pinPositions['back-control'].people;
const choke = submissionPositions['rear-naked-choke'].people;

const handsWon = but(
  back,
  {
    hands: [
      [18, 38, -2],
      [12, 56, -4],
    ],
  },
  {
    hands: [
      [24, 36, -6],
      [22, 60, 6],
    ],
    look: [0.8, -0.5, 0.2],
  },
);
const underChin = but(
  between(back, choke, 0.7),
  {
    hands: [
      [-4, 78, 10],
      [22, 44, -10],
    ],
  },
  {
    head: [1, 81, 4],
    look: [0.9, 0.3, 0.3],
    hands: [
      [18, 42, -10],
      [10, 66, 10],
    ],
  },
);
const squeezed = choke.map((pose, who) => ({
  ...pose,
  chest: add(pose.chest, [-7, -2, 0]),
  head: add(pose.head!, [-9, -3, who === 0 ? 3 : 0]),
  hands: [add(pose.hands[0], [-5, -2, 0]), add(pose.hands[1], [-9, -1, 0])] as const,
}));
const tapping = but(squeezed, {}, { hands: [squeezed[1]!.hands[0], [8, 66, 14]] });
const tapped = but(squeezed, {}, { hands: [squeezed[1]!.hands[0], [18, 56, 20]] });

export const rearNakedChoke: Script = {
  start: back,
  chapters: [
    step('Seat belt, both hooks', 2, 0.5, back),
    step('Win the hands', 3, 1.2, handsWon),
    step('Arm under the chin', 3, 1.3, underChin),
    step('Lock on the biceps', 3, 1.3, choke),
    step('Squeeze until the tap', 5, 3.6, squeezed, tapping, tapped, tapping, tapped, choke),
  ],
};

const guard = guardPositions['closed-guard'].people;
const locked = submissionPositions.triangle.people;

const wrists = but(
  guard,
  {
    chest: [-45, 17, 0],
    head: [-65, 29, 0],
    hands: [
      [-8, 36, -12],
      [2, 40, 14],
    ],
  },
  {
    hands: [
      [10, 36, 16],
      [-22, 34, -8],
    ],
  },
);
const shot = but(between(wrists, locked, 0.5), {
  hips: [2, 24, 0],
  feet: [
    [54, 50, 0],
    [46, 78, 6],
  ],
  knees: [
    [-0.3, 0.8, -1],
    [0, 0.8, 0.9],
  ],
  toes: [
    [0.4, -0.1, 1],
    [0.5, 0.6, -0.6],
  ],
});
const shinHeld = but(
  locked,
  {
    hands: [
      [-6, 40, -8],
      [26, 68, -4],
    ],
    feet: [
      [58, 34, -10],
      [34, 66, -24],
    ],
    knees: [
      [-0.2, 0.9, -0.7],
      [0, 0.7, 1],
    ],
  },
  { chest: [32, 54, 2], head: [12, 64, -2] },
);
const angled = but(
  locked,
  {
    chest: [-36, 13, 22],
    head: [-54, 24, 30],
    hands: [
      [0, 46, 4],
      [20, 66, 2],
    ],
    feet: [
      [46, 36, -22],
      [32, 66, -26],
    ],
    knees: [
      [-0.5, 0.8, -0.8],
      [0, 0.7, 1],
    ],
    toes: [
      [0.6, 0.6, 0.2],
      [0.1, 0.3, -1],
    ],
  },
  { chest: [32, 52, 2], head: [12, 61, -2] },
);
const lockedAtAngle = but(locked, { chest: [-37, 13, 20], head: [-56, 24, 26] });
const pulled = but(
  lockedAtAngle,
  {
    hips: [4, 29, 0],
    head: [-52, 32, 24],
    hands: [
      [2, 54, -4],
      [8, 54, 6],
    ],
  },
  { chest: [27, 44, 2], head: [6, 49, -3] },
);

export const triangle: Script = {
  start: guard,
  chapters: [
    step('One hand in, one out', 3, 1.3, wrists),
    step('Leg over the shoulder', 3, 1.3, shot),
    step('Hold your own shin', 2, 1, shinHeld),
    step('Foot on the hip, turn', 3, 1.3, angled),
    step('Lock the legs', 2, 1, lockedAtAngle),
    step('Pull the head, lift', 3, 1.1, pulled),
  ],
};

const pinned = pinPositions['side-control'].people;
const figureFour = submissionPositions.americana.people;

const wristDown = but(
  between(pinned, figureFour, 0.7),
  {
    hands: [
      [-6, 12, 26],
      [-58, 16, 38],
    ],
    elbows: [
      [0.9, 0.3, 0.4],
      [-0.9, 0.3, 0],
    ],
  },
  { hands: [figureFour[1]!.hands[0], [-62, 8, 40]], elbows: figureFour[1]!.elbows },
);
const elbowIn = but(
  figureFour,
  {
    hands: [
      [-46, 16, 42],
      [-54, 14, 44],
    ],
  },
  { hands: [figureFour[1]!.hands[0], [-56, 8, 46]] },
);
const heavy = but(elbowIn, { chest: [-24, 37, -14], head: [-38, 48, 6], hips: [4, 22, -52] });
const painted = but(
  heavy,
  {
    chest: [-22, 38, -12],
    hands: [
      [-26, 24, 50],
      [-34, 16, 54],
    ],
  },
  { hands: [figureFour[1]!.hands[0], [-36, 9, 56]], look: [0.2, 0.6, 0.8] },
);

export const americana: Script = {
  start: pinned,
  chapters: [
    step('Pin the wrist', 3, 1.4, wristDown),
    step('Figure four', 3, 1.2, figureFour),
    step('Elbow to the ribs', 2, 1, elbowIn),
    step('Chest stays heavy', 2, 0.9, heavy),
    step('Paint the mat, slowly', 4, 2.2, painted),
  ],
};

const caught = submissionPositions['ankle-lock'].people;
const straightened = but(
  caught,
  {
    chest: [-42, 31, 3],
    head: [-61, 46, 3],
    hands: [
      [-13, 35, 2],
      [-11, 37, 10],
    ],
  },
  { chest: [93, 41, 3], head: [110, 55, 1] },
);
const loosened = but(
  caught,
  { chest: [-34, 42, 5], head: [-48, 61, 5] },
  { chest: [98, 37, 5], head: [118, 51, 3], look: [-0.9, 0.3, 0] },
);

/** The ankle is locked and let go again, from the position of the hero's picture for phones and back to it. */
export const ankleLock: Script = {
  start: caught,
  chapters: [step('Lean back', 4, 4, straightened, straightened, loosened, caught)],
};
