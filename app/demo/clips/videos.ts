import { stagingOf } from '../draw.ts';
import type { Video } from '../drawing/motion.ts';
import { standingPositions } from '../drawing/poses/standing.ts';
import { submissionPositions } from '../drawing/poses/submissions.ts';
import { bridgeAndRoll } from './escapes.ts';
import { americana, ankleLock, rearNakedChoke, triangle } from './submissions.ts';
import { hipBump, scissorSweep } from './sweeps.ts';
import { doubleLeg, osotoGari, tomoeNage } from './takedowns.ts';

const looks = (words: string) => stagingOf(words.split(':'));

/** The videos by file name, in the clothes and light of the pictures of their items. */
export const videos: Record<string, Video> = {
  'scissor-sweep.mp4': { staging: looks('marina:blue:paper'), turn: 22, height: 20, ...scissorSweep },
  'hip-bump.mp4': { staging: looks('bia:white:clay'), turn: 22, height: 16, ...hipBump },
  'rear-naked-choke.mp4': { staging: looks('bia:black:sage'), turn: -26, height: 16, ...rearNakedChoke },
  'triangle.mp4': { staging: looks('marina:white:dusk'), turn: 24, height: 20, ...triangle },
  'americana.mp4': { staging: looks('raimundo:blue:mist'), turn: 14, height: 22, ...americana },
  'double-leg.webm': { staging: looks('aino:nogi:mist'), turn: 14, height: 12, ...doubleLeg },
  'osoto-gari.mp4': { staging: looks('kenji:white:sand'), turn: 10, height: 10, ...osotoGari },
  'bridge-and-roll.webm': { staging: looks('bia:white:mist'), turn: 26, height: 18, ...bridgeAndRoll },
};

/** What moves over the two cuts of the picture of the landing page's hero, framed as they are. */
export const heroVideos: Record<string, Video> = {
  'throw-moving.avif': {
    staging: looks('sage:close'),
    ...standingPositions['tomoe-nage'],
    framed: tomoeNage.start,
    ...tomoeNage,
  },
  'lock-moving.avif': {
    staging: looks('sage'),
    ...submissionPositions['ankle-lock'],
    framed: ankleLock.start,
    ...ankleLock,
  },
};
