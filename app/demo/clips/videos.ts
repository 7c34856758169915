import { stagingOf } from '../draw.ts';
import type { Pose } from '../drawing/body.ts';
import type { Video } from '../drawing/motion.ts';
import { position } from '../drawing/notation.ts';
import { guardPositions } from '../drawing/poses/guard.ts';
import { pinPositions } from '../drawing/poses/pins.ts';
import { standingPositions } from '../drawing/poses/standing.ts';
import { submissionPositions } from '../drawing/poses/submissions.ts';
import { sweepPositions } from '../drawing/poses/sweeps.ts';
import { add } from '../drawing/vectors.ts';

const looks = (words: string) => stagingOf(words.split(':'));
const people = (...texts: string[]): Pose[] => position(0, 0, ...texts).people;

const scissorFall = people(
  `hips 18 18 -4; chest -8 52 8; front 0.6 0.3 0.7; head -12 74 14; look 0.6 -0.2 0.7
  hands 28 50 40 | 4 36 42; elbows -0.3 0 -1 | -0.3 -0.6 0.6
  feet 58 34 30 | 46 12 4; knees -0.2 1 -0.5 | 0 0.6 0.6; toes 0.3 0.3 1 | 1 0.3 0.1`,
  `hips 54 26 18; chest 38 32 60; front -0.5 0.7 0.4; head 30 36 80; look -0.5 0.6 0.4
  hands 6 36 46 | 22 58 52; elbows -0.3 0.2 0.6 | 0.2 0.8 0
  feet 86 14 6 | 84 36 -14; knees -0.9 -0.2 0.2 | -0.6 0.8 0.2; toes 1 -0.2 0 | 1 -0.2 0`,
);
const scissorMount = people(
  `hips 52 37 30; chest 50 82 36; front -0.2 -0.3 0.95; head 47 104 46; look -0.2 -0.7 0.7; round 3
  hands 50 32 62 | 42 32 60; elbows 1 0 -0.4 | -1 0 -0.4
  feet 84 7 6 | 24 7 2; knees 0.8 -0.4 0.9 | -0.8 -0.4 0.9; toes 0.2 -0.2 -1 | -0.2 -0.2 -1`,
  `hips 56 13 16; chest 44 12 62; front 0 1 0; head 40 16 84; look 0.1 0.9 -0.3
  hands 30 44 52 | 62 44 58; elbows -1 0.2 0 | 1 0.2 0
  feet 52 8 -32 | 78 8 -28; knees 0 1 -0.4 | 0.2 1 -0.4; toes 0 -0.1 -1 | 0.2 -0.1 -1`,
);
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

const choke = submissionPositions['rear-naked-choke'].people;
const squeezed = choke.map((pose, who) => ({
  ...pose,
  chest: add(pose.chest, [-7, -2, 0]),
  head: add(pose.head!, [-9, -3, who === 0 ? 3 : 0]),
  hands: [add(pose.hands[0], [-5, -2, 0]), add(pose.hands[1], [-9, -1, 0])] as const,
}));

const scissor = sweepPositions['scissor-sweep'].people;
const bridge = sweepPositions['upa-bridge'].people;
const under = [...pinPositions.mount.people].reverse();
const back = pinPositions['back-control'].people;
const guard = guardPositions['closed-guard'].people;
const stance = standingPositions.stance.people;
const shot = standingPositions['double-leg'].people;

/** The videos by file name; a step to the same position is a pause. */
export const videos: Record<string, Video> = {
  'scissor-sweep.mp4': {
    staging: looks('marina:blue:paper'),
    turn: 22,
    height: 20,
    steps: [
      { people: guard, seconds: 0 },
      { people: guard, seconds: 0.5 },
      { people: scissor, seconds: 1.2 },
      { people: scissor, seconds: 0.4 },
      { people: scissorFall, seconds: 0.9 },
      { people: scissorMount, seconds: 0.9 },
      { people: scissorMount, seconds: 1 },
    ],
  },
  'rear-naked-choke.mp4': {
    staging: looks('bia:black:sage'),
    turn: -26,
    height: 16,
    steps: [
      { people: back, seconds: 0 },
      { people: back, seconds: 0.7 },
      { people: choke, seconds: 1.4 },
      { people: choke, seconds: 0.6 },
      { people: squeezed, seconds: 0.8 },
      { people: squeezed, seconds: 0.6 },
      { people: choke, seconds: 0.5 },
    ],
  },
  'double-leg.webm': {
    staging: looks('aino:nogi:mist'),
    turn: 14,
    height: 12,
    steps: [
      { people: stance, seconds: 0 },
      { people: stance, seconds: 0.7 },
      { people: shot, seconds: 0.9 },
      { people: shot, seconds: 0.3 },
      { people: driven, seconds: 0.8 },
      { people: landed, seconds: 0.8 },
      { people: landed, seconds: 1 },
    ],
  },
  'bridge-and-roll.webm': {
    staging: looks('bia:white:mist'),
    turn: 26,
    height: 18,
    steps: [
      { people: under, seconds: 0 },
      { people: under, seconds: 0.6 },
      { people: bridge, seconds: 1 },
      { people: rolling, seconds: 0.8 },
      { people: rolled, seconds: 0.9 },
      { people: rolled, seconds: 1.2 },
    ],
  },
};
