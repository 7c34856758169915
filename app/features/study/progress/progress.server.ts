import { db } from '../../../db/kysely.server.ts';
import { retryOnConflict } from '../../../db/retry-on-conflict.server.ts';
import { Invalid, NotAllowed } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { findCard } from '../../library/catalog/cards.server.ts';
import { findItem, type Item } from '../../library/items/item.server.ts';
import { clockOf } from '../../library/items/step.ts';
import { writeMarks } from './keep-progress.sql.server.ts';
import type { Progress } from './progress.schema.ts';
import { exactMs } from './progress-keeper.server.ts';

/** So near its end a video is seen: the last words and the credits are often left out. */
const endSeconds = 10;

/** Whether a video of this length is watched to its end. */
export const isEnd = (seconds: number, lengthMs: number): boolean =>
  seconds * 1000 >= lengthMs - Math.min(endSeconds * 1000, lengthMs / 10);

/** Keeps where the member is in the first video of an item they may open, unless their history is paused.
 *  @throws NotFound, NotAllowed for a locked item, Invalid after the end of the video, Refused (429) */
export async function setProgress(scope: MemberScope, contentId: number, seconds: number): Promise<Progress> {
  await enforceRateLimit(scope, 'progress');
  const item = await findItem(scope, contentId);
  if (item.mediaAccess === 'locked') throw new NotAllowed('This item is locked.');
  checkMoment(item, seconds);
  const { em, viewer, now } = scope;
  const isSeen = item.videoMs !== null && isEnd(seconds, item.videoMs);
  await writeMarks(em, [{ memberId: viewer.id, contentId, seconds, isSeen, at: now() }]);
  return readProgress(scope, contentId);
}

/** @throws Invalid for a moment that the item's first video does not have */
export function checkMoment({ videoCount, videoMs }: Item, seconds: number): void {
  if (videoCount === 0) throw new Invalid({ seconds: ['This item has no video.'] });
  if (videoMs === null || seconds <= Math.ceil(videoMs / 1000)) return;
  throw new Invalid({ seconds: [`The video ends at ${clockOf(Math.ceil(videoMs / 1000))}.`] });
}

/** Where the viewer left an item, and whether they have seen it. */
export async function readProgress(
  { em, viewer }: Pick<MemberScope, 'em' | 'viewer'>,
  contentId: number,
): Promise<Progress> {
  const kept = await db(em)
    .selectFrom('watched')
    .select(['seconds', 'seen_at as seenAt'])
    .where('user_id', '=', viewer.id)
    .where('content_id', '=', contentId)
    .executeTakeFirst();
  return { seconds: kept?.seconds ?? null, seen: Boolean(kept?.seenAt) };
}

/** Marks an item as seen, or takes that back. Also while the history is paused, because the member asks for it.
 *  @throws NotFound, Refused (429) */
export async function markSeen(scope: MemberScope, contentId: number, seen: boolean): Promise<Progress> {
  await enforceRateLimit(scope, 'progress');
  // Between the look and the write the item may be deleted; the next try then does not find it.
  await retryOnConflict(async () => {
    await findCard(scope, contentId);
    await (seen ? writeSeen(scope, contentId) : takeSeenBack(scope, contentId));
  });
  return readProgress(scope, contentId);
}

async function writeSeen({ em, viewer, now }: MemberScope, contentId: number) {
  const at = now();
  await db(em)
    .insertInto('watched')
    .values({ user_id: viewer.id, content_id: contentId, watched_at: at, last_at: null, seen_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'content_id']).doUpdateSet({ seen_at: at }))
    .execute();
}

/** One who has never opened it has not watched it either. Only one of the two statements finds the row. */
async function takeSeenBack({ em, viewer }: MemberScope, contentId: number) {
  await db(em)
    .deleteFrom('watched')
    .where('user_id', '=', viewer.id)
    .where('content_id', '=', contentId)
    .where('last_at', 'is', null)
    .execute();
  await db(em)
    .updateTable('watched')
    .set({ seen_at: null })
    .where('user_id', '=', viewer.id)
    .where('content_id', '=', contentId)
    .execute();
}

interface Range {
  /** Of the file. */
  key: string;
  /** 0 to 1: where in the file its bytes begin. */
  share: number;
  /** When the player asked for it. */
  at: Date;
}

/** Notes where a member reads the file of a video, for players without our script. It is an estimate: bytes are
 *  taken to be spread evenly over the time. What a player with our script has just told stays. */
export async function noteRange(
  { em, viewer, progress }: Pick<MemberScope, 'em' | 'viewer' | 'progress'>,
  { key, share, at }: Range,
): Promise<void> {
  const video = await db(em)
    .selectFrom('media as m')
    .innerJoin('content as c', 'c.id', 'm.content_id')
    .innerJoin('users as u', (join) => join.on('u.id', '=', viewer.id).on('u.history_paused', '=', false))
    .leftJoin('watched as w', (join) =>
      join.onRef('w.user_id', '=', 'u.id').onRef('w.content_id', '=', 'c.id'),
    )
    .select(['c.id as contentId', 'm.duration_ms as lengthMs', 'w.placed_at as placedAt'])
    .where('m.key', '=', key)
    .where('m.kind', '=', 'video')
    .where('c.creator_id', '!=', viewer.id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('media as earlier')
            .select('earlier.id')
            .whereRef('earlier.content_id', '=', 'm.content_id')
            .where('earlier.kind', '=', 'video')
            .whereRef('earlier.position', '<', 'm.position'),
        ),
      ),
    )
    .executeTakeFirst();
  if (!video?.lengthMs) return;
  const { contentId, lengthMs } = video;
  const placedAt = new Date(video.placedAt ?? 0);
  const isRecent = at.getTime() - placedAt.getTime() < exactMs;
  if (isRecent && !progress.isOwn(viewer.id, contentId, placedAt)) return;
  const seconds = Math.floor((share * lengthMs) / 1000);
  progress.add({ memberId: viewer.id, contentId, seconds, at });
  await progress.flush(em, at.getTime());
}
