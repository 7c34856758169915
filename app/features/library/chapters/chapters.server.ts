import type { Scope } from '../../../scope.ts';
import { findItem } from '../items/item.server.ts';
import { stepOf } from '../items/step.ts';
import { chaptersOf, chapterTrack } from './chapters.ts';

/** The chapters of an item that the viewer may know of, as WebVTT; of a locked one those that its page shows.
 *  @throws NotFound */
export async function trackOf(scope: Scope, id: number): Promise<string> {
  const item = await findItem(scope, id);
  return chapterTrack(chaptersOf(item.steps.map(stepOf)), item.videoMs);
}
