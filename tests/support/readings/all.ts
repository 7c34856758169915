import { accountReadings } from './accounts.ts';
import { communityReadings } from './community.ts';
import { contentReadings, featuredReadings } from './content.ts';
import { mapReadings } from './map.ts';
import { moneyReadings } from './money.ts';
import type { Readings } from './reading.ts';
import { listReadings, studyReadings } from './study.ts';

/** For every call that writes: where what it saved is read. */
export const readings: Readings = {
  ...accountReadings,
  ...contentReadings,
  ...featuredReadings,
  ...communityReadings,
  ...studyReadings,
  ...listReadings,
  ...mapReadings,
  ...moneyReadings,
};
