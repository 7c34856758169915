import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { Invalid } from '../../../errors.ts';
import { clockOf, stepOf } from './step.ts';

/** Milliseconds of an item's first video; null without one, and while its length is not known. */
export async function lengthOfVideo(em: Em, itemId: number): Promise<number | null> {
  const video = await db(em)
    .selectFrom('media')
    .select('duration_ms as ms')
    .where('content_id', '=', itemId)
    .where('kind', '=', 'video')
    .where('status', '=', 'ready')
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return video?.ms ?? null;
}

/** @throws Invalid for a step whose time is after the end of the item's video */
export async function checkStepTimes(em: Em, itemId: number, steps: readonly string[]): Promise<void> {
  const latest = steps.map(stepOf).toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))[0];
  if (!latest?.at) return;
  const ms = await lengthOfVideo(em, itemId);
  if (ms === null || latest.at <= Math.ceil(ms / 1000)) return;
  const words = `'${clockOf(latest.at)} ${latest.text.slice(0, 30)}' is after the end of the video`;
  throw new Invalid({ steps: [`${words}, which ends at ${clockOf(Math.ceil(ms / 1000))}.`] });
}
