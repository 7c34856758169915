import { db, timestamptz } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { ConflictError } from '../../../db/retry-on-conflict.server.ts';
import { NotAllowed, NotFound, Refused } from '../../../errors.ts';
import { canConvert } from '../../../media/ffmpeg.server.ts';
import { newMediaKey } from '../../../media/make.server.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import type { ClipState } from '../../core/media/clip.entity.ts';
import { clipsBefore, countWaiting, mostClipsOfMember } from '../../core/media/clip-queue.server.ts';
import { enqueueCutting } from '../../core/media/cut-clips.server.ts';
import { mediaAddress } from '../../core/media/pictures.server.ts';
import { stateOfVideo } from '../../core/media/video-view.server.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { findItem, type Item } from '../../library/items/item.server.ts';
import { type ClipJson, type Loop, misfit } from './clip.schema.ts';
import { loopPath } from './loop.ts';

export interface Clip {
  key: string;
  state: ClipState;
  /** How many are cut before it; null when it does not wait. */
  before: number | null;
}

/** Clips that wait on the whole site; a machine cuts one in a few seconds. The number is approximate: members who ask at
 *  the same moment may exceed it by one each. A lock would let them wait for each other. */
const mostWaiting = 100;
/** The use of a clip is written at most once in this time. */
const useMs = 3_600_000;

/** The video of a loop, for a viewer who may watch it.
 *  @throws NotFound for an item that is not shown or has no such video, NotAllowed for a locked one */
export async function findVideo(scope: Scope, itemId: number, mediaId: number) {
  const item = await findItem(scope, itemId);
  if (item.mediaAccess === 'locked') throw new NotAllowed('Unlock this technique to loop its video.');
  const video = item.allMedia.find((each) => each.kind === 'video' && each.id === mediaId);
  if (!video) throw new NotFound('This technique has no such video.');
  return { item, video };
}

/** The end of a video in seconds, rounded up to one decimal as in loops; null where its file does not say it. */
export async function endOf(em: Em, mediaId: number): Promise<number | null> {
  const found = await db(em)
    .selectFrom('media')
    .select('duration_ms as durationMs')
    .where('id', '=', mediaId)
    .executeTakeFirst();
  return found?.durationMs ? Math.ceil(found.durationMs / 100) / 10 : null;
}

/** The clip of a loop; null while none was asked for. Being looked at counts as use. */
export async function findClip({ em, now }: Pick<Scope, 'em' | 'now'>, loop: Loop): Promise<Clip | null> {
  const found = await db(em)
    .selectFrom('clips')
    .select(['id', 'key', 'state'])
    .where('media_id', '=', loop.mediaId)
    .where('from_ms', '=', msOf(loop.from))
    .where('to_ms', '=', msOf(loop.to))
    .where('slowdown', '=', slowdownOf(loop))
    .executeTakeFirst();
  if (!found) return null;
  if (found.state === 'ready')
    await db(em)
      .updateTable('clips')
      .set({ last_used_at: now() })
      .where('id', '=', found.id)
      .where('last_used_at', '<', timestamptz(new Date(now().getTime() - useMs)))
      .execute();
  const isWaiting = found.state === 'waiting' || found.state === 'cutting';
  return { ...found, before: isWaiting ? await clipsBefore(em, found.key) : null };
}

const msOf = (seconds: number) => Math.round(10 * seconds) * 100;
const slowdownOf = ({ speed }: Loop) => 1 / speed;

/** Asks for a silent clip of a loop. It is cut once, however many ask; one that failed is tried again.
 *  @throws NotFound and NotAllowed as `findVideo`; Refused: 422 for times outside of the video, 409 while it is being
 *  prepared, 429 also while five of the member wait, 503 when too many wait or this machine has no ffmpeg; ConflictError when the clip was removed at the
 *  same moment
 *  @returns the clip and the item of its video */
export async function askForClip(
  scope: MemberScope,
  itemId: number,
  loop: Loop,
): Promise<{ item: Item; clip: Clip }> {
  const { item, video } = await findVideo(scope, itemId, loop.mediaId);
  const wrong = misfit(loop, await endOf(scope.em, loop.mediaId));
  if (wrong) throw new Refused(wrong[1], { field: wrong[0] });
  const known = await findClip(scope, loop);
  if (known && known.state !== 'failed') return { item, clip: known };
  if (stateOfVideo(video) !== 'plays')
    throw new Refused('This video is still being prepared. Please try again later.', { status: 409 });
  if (!canConvert()) throw new Refused('We cannot cut clips at the moment.', { status: 503 });
  await enforceRateLimit(scope, 'clip');
  return { item, clip: await addClip(scope, loop) };
}

function addClip({ em, now, viewer, rateScale }: MemberScope, loop: Loop): Promise<Clip> {
  const at = now();
  return em.transactional(async (inside) => {
    // What one member asks for at the same moment is counted one by one.
    await lockMembers(inside, [viewer.id]);
    const waiting = await countWaiting(inside, viewer.id);
    if (waiting.own >= mostClipsOfMember * Math.max(1, rateScale)) {
      const words = 'Five of your clips wait to be cut. Please ask for this one when one of them is ready.';
      throw new Refused(words, { status: 429, retryAfter: 10 });
    }
    if (waiting.all >= mostWaiting) {
      const words = 'Many clips are being cut at the moment. Please try again in a minute.';
      throw new Refused(words, { status: 503, retryAfter: 60 });
    }
    // The lock keeps the video's row until the clip is in its table.
    const video = await db(inside)
      .selectFrom('media')
      .select('id')
      .where('id', '=', loop.mediaId)
      .where('status', '=', 'ready')
      .forKeyShare()
      .executeTakeFirst();
    if (!video) throw new NotFound('This technique has no such video.');
    const added = await db(inside)
      .insertInto('clips')
      .values({
        key: newMediaKey(),
        media_id: loop.mediaId,
        from_ms: msOf(loop.from),
        to_ms: msOf(loop.to),
        slowdown: slowdownOf(loop),
        state: 'waiting',
        tries: 0,
        cut_at: at,
        asked_at: at,
        asked_by_id: viewer.id,
        last_used_at: at,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['media_id', 'from_ms', 'to_ms', 'slowdown'])
          .doUpdateSet({
            state: 'waiting',
            tries: 0,
            cut_at: at,
            asked_at: at,
            asked_by_id: viewer.id,
            last_used_at: at,
          })
          .where('clips.state', '=', 'failed'),
      )
      .returning('key')
      .executeTakeFirst();
    if (added) await enqueueCutting(inside, at);
    // Perhaps another request has added it, or it was tried again by then.
    const clip = await findClip({ em: inside, now }, loop);
    if (!clip) throw new ConflictError('The clip was removed at the same moment');
    return clip;
  });
}

/** The state of a clip in words, and its address for this viewer once it can be played. */
export function clipView(
  scope: Scope,
  { mediaAccess }: Pick<Item, 'mediaAccess'>,
  { key, state, before }: Clip,
) {
  return {
    state: state === 'cutting' ? ('waiting' as const) : state,
    before,
    url: state === 'ready' ? mediaAddress(scope, key, 'clip.mp4', mediaAccess) : null,
  };
}

/** A clip in calls. */
export const clipJson = (scope: Scope, item: Item, loop: Loop, clip: Clip): ClipJson => ({
  ...loop,
  ...clipView(scope, item, clip),
  page: loopPath(item.id, loop),
});
