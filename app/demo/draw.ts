import { type kits, partners, teachers } from './drawing/casts.ts';
import type { Position } from './drawing/notation.ts';
import { guardPositions } from './drawing/poses/guard.ts';
import { passPositions } from './drawing/poses/passes.ts';
import { pinPositions } from './drawing/poses/pins.ts';
import { soloPositions } from './drawing/poses/solo.ts';
import { standingPositions } from './drawing/poses/standing.ts';
import { submissionPositions } from './drawing/poses/submissions.ts';
import { sweepPositions } from './drawing/poses/sweeps.ts';
import { type RoomName, rooms } from './drawing/room.ts';
import { drawPosition, drawThing, dressed, type Staging } from './drawing/stage.ts';
import type { Thing } from './drawing/things.ts';
import { careScenes } from './drawing/things-care.ts';
import { gearScenes } from './drawing/things-gear.ts';
import { hallScenes } from './drawing/things-hall.ts';
import { flipped } from './drawing/turning.ts';

const positions: Record<string, Position> = {
  ...guardPositions,
  ...sweepPositions,
  ...passPositions,
  ...pinPositions,
  ...submissionPositions,
  ...standingPositions,
  ...soloPositions,
};

const things: Record<string, Thing> = { ...gearScenes, ...careScenes, ...hallScenes };

export const sceneNames: string[] = [...Object.keys(positions), ...Object.keys(things)];

type Clothes = 'white' | 'blue' | 'black' | 'nogi';
const clothes: Record<Clothes, [keyof typeof kits, keyof typeof kits]> = {
  white: ['white', 'blue'],
  blue: ['blue', 'white'],
  black: ['black', 'white'],
  nogi: ['ember', 'slate'],
};

/** Draws a scene as an SVG image of 1280 by 960. A name may carry words after colons, in any order: clothes (`white`,
 *  `blue`, `black`, `nogi`), a teacher (`marina`), a room (`sage`), a view (`left`, `right`, `low`, `high`, `close`),
 *  `flip` for the mirror image, and `swapped` when the teacher is the other person.
 *  @throws Error for a scene or word that does not exist */
export function drawScene(name: string): string {
  const [scene = '', ...words] = name.split(':');
  const staging = stagingOf(words);
  const position = positions[scene];
  if (position) return drawPosition(words.includes('flip') ? flipped(position) : position, staging);
  const thing = things[scene];
  if (!thing) throw new Error(`No such scene: ${scene}`);
  return drawThing(thing, staging, words.includes('flip'));
}

export function stagingOf(words: string[]): Staging {
  const partner = partnerFor(words.filter((word) => word in clothes || word in teachers || word in rooms));
  const staging: Staging = { wardrobe: [], room: 'paper', turn: 0, height: 0, close: false };
  let [first, second] = clothes.white;
  let teacher = teachers.bia!;
  for (const word of words) {
    if (word in clothes) [first, second] = clothes[word as Clothes];
    else if (word in teachers) teacher = teachers[word]!;
    else if (word in rooms) staging.room = word as RoomName;
    else if (word === 'left') staging.turn -= 24;
    else if (word === 'right') staging.turn += 24;
    else if (word === 'low') staging.height -= 9;
    else if (word === 'high') staging.height += 12;
    else if (word === 'close') staging.close = true;
    else if (word !== 'flip' && word !== 'swapped')
      throw new Error(`No such word in a scene's name: ${word}`);
  }
  const wardrobe = [dressed(teacher, first), dressed(partner, second)];
  return { ...staging, wardrobe: words.includes('swapped') ? wardrobe.reverse() : wardrobe };
}

/** The look chooses the training partner, so that all images of an item show the same two people. */
function partnerFor(look: string[]) {
  const lot = [...look.sort().join()].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
  return partners[lot % partners.length]!;
}
