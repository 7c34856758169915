import { actions } from './terms/actions.ts';
import { chokes } from './terms/chokes.ts';
import { families } from './terms/families.ts';
import { grips } from './terms/grips.ts';
import { jointLocks } from './terms/joint-locks.ts';
import { positions } from './terms/positions.ts';
import type { Term } from './terms/term.ts';
import { throws } from './terms/throws.ts';
import { wrestling } from './terms/wrestling.ts';

/** Every term of the map with its names. The order is the order of their ids, so new terms come last in their file. */
export const termTable: Term[] = [
  ...[families, positions, actions, wrestling, throws, chokes, jointLocks, grips].flat(),
];

/** Names that are everyday words too: the site's search does not look for them in texts. */
export const everydayKeys: ReadonlySet<string> = new Set(
  termTable.flatMap(({ names }) => names.filter(({ isEveryday }) => isEveryday).map(({ key }) => key)),
);
