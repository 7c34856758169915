import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { db, sql, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueueAt } from '../../../db/queue.server.ts';
import { cutClip } from '../../../media/clip.server.ts';
import { canConvert } from '../../../media/ffmpeg.server.ts';
import type { MediaStore } from '../../../media/media.ts';
import type { SystemContext } from '../../../scope.ts';
import { clipsInTurn } from './clip-queue.server.ts';
import { fitsOnDisk } from './storage-quota.server.ts';
import { sourceOf } from './video-view.server.ts';

export interface CuttingClips {
  media: MediaStore;
  tempDir: string;
  signal?: AbortSignal;
  cut?: typeof cutClip;
}

type Scope = Pick<SystemContext, 'em' | 'now'>;
type Clip = NonNullable<Awaited<ReturnType<typeof takeNext>>>;

const mostTries = 2;
/** A cut without a heartbeat for this long counts as dead. */
const leaseMs = 30_000;
const signMs = 2_000;
const pauseMs = 60_000;
const turn = 823_416;
const roomBytes = 200_000_000;

/** Queues the cutting, once however many clips wait: call it in the transaction that adds one. */
export const enqueueCutting = (em: Em, now: Date) =>
  enqueueAt(em, { task: 'cut-clips', at: now, name: 'cut-clips' }, {});

/** Cuts the clip whose turn it is; across all processes one at a time. If more wait, it queues itself again, so that
 *  other jobs have their turn in between. All state is in the row of the clip.
 *  @throws errors of store and disk, after the clip was queued again; and when the disk is full */
export async function cutClips(scope: Scope, cutting: CuttingClips): Promise<void> {
  if (!canConvert() || cutting.signal?.aborted) return;
  if (!(await fitsOnDisk(cutting.tempDir, roomBytes))) throw new Error('No room on the disk to cut clips');
  const clip = await takeNext(scope.em, scope.now());
  if (!clip) return;
  try {
    await cutOne(scope, clip, cutting);
  } finally {
    if (await isWaiting(scope.em, scope.now())) await enqueueCutting(scope.em, scope.now());
  }
}

const takeNext = (em: Em, now: Date) =>
  em.transactional(async (inside) => {
    await db(inside).selectNoFrom(sql`pg_advisory_xact_lock(${turn})`.as('turn')).execute();
    await db(inside)
      .updateTable('clips')
      .set({ state: 'failed', cut_at: null, asked_by_id: null })
      .where('state', '=', 'cutting')
      .where('cut_at', '<=', timestamptz(now))
      .where('tries', '>=', mostTries)
      .execute();
    const next = await clipsInTurn(inside)
      .select('id')
      .where('cut_at', '<=', timestamptz(now))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('clips').where('state', '=', 'cutting').where('cut_at', '>', timestamptz(now))),
        ),
      )
      .limit(1)
      .executeTakeFirst();
    if (!next) return undefined;
    return db(inside)
      .updateTable('clips')
      .set((eb) => ({ state: 'cutting', tries: eb('tries', '+', 1), cut_at: leaseFrom(now) }))
      .where('id', '=', next.id)
      .returning([
        'id',
        'key',
        'media_id as mediaId',
        'from_ms as fromMs',
        'to_ms as toMs',
        'slowdown',
        'tries',
      ])
      .executeTakeFirst();
  });

/** Also a clip whose worker died. */
const isWaiting = (em: Em, now: Date) =>
  db(em)
    .selectFrom('clips')
    .select('id')
    .where('state', 'in', ['waiting', 'cutting'])
    .where('cut_at', '<=', timestamptz(now))
    .limit(1)
    .executeTakeFirst();

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs);

async function cutOne(scope: Scope, clip: Clip, cutting: CuttingClips) {
  const { tempDir, cut = cutClip } = cutting;
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(tempDir, `upload-${process.pid}-`));
  const signs = giveSigns(scope, clip);
  try {
    const source = await sourceFor(scope.em, clip, { ...cutting, folder });
    // Without its video a clip has nothing to show.
    if (!source) return await forget(scope.em, clip);
    const signal = AbortSignal.any([signs.lost, ...(cutting.signal ? [cutting.signal] : [])]);
    const { ending, path } = await cut({ ...clip, ...source, folder }, signal);
    await signs.end();
    if (path) await finish(scope, clip, path, cutting);
    else if (ending === 'stopped') await putBack(scope.em, clip, { at: scope.now(), tries: clip.tries - 1 });
    else await giveUp(scope.em, clip);
  } catch (error) {
    const at = new Date(scope.now().getTime() + pauseMs);
    if (clip.tries >= mostTries) await giveUp(scope.em, clip);
    else await putBack(scope.em, clip, { at });
    throw error;
  } finally {
    await signs.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The best version of the clip's video, on this disk. */
async function sourceFor(em: Em, clip: Clip, { media, folder }: { media: MediaStore; folder: string }) {
  const video = await db(em)
    .selectFrom('media')
    .select(['key', 'mime', 'width', 'height', 'video_steps as videoSteps'])
    .where('id', '=', clip.mediaId)
    .where('status', '=', 'ready')
    .executeTakeFirst();
  const source = video && sourceOf(video);
  if (!video || !source) return null;
  const { width, height } = video;
  const here = await media.localPath(video.key, source.variant);
  if (here) return { input: here, mime: source.mime, width, height };
  const input = join(folder, 'input');
  const isFetched = await media.fetchTo(video.key, source.variant, input);
  return isFetched ? { input, mime: source.mime, width, height } : null;
}

/** Writes a heartbeat; `lost` aborts when the clip is gone or another worker has it. */
function giveSigns({ em, now }: Scope, clip: Clip) {
  const lost = new AbortController();
  const fork = em.fork();
  let sign: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    sign = sign
      .then(async () => {
        const { numUpdatedRows } = await ours(fork, clip)
          .set({ cut_at: leaseFrom(now()) })
          .where('media_id', 'is not', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) lost.abort();
      })
      // If the database is briefly away, the next heartbeat follows or the lease expires.
      .catch(() => {});
  }, signMs);
  return {
    lost: lost.signal,
    async end() {
      clearInterval(timer);
      await sign;
    },
  };
}

async function finish({ em, now }: Scope, clip: Clip, path: string, { media }: CuttingClips) {
  await media.put(clip.key, 'clip.mp4', path);
  const { numUpdatedRows } = await ours(em, clip)
    .set({ state: 'ready', cut_at: null, asked_by_id: null, last_used_at: now() })
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  // Another worker has taken it over, or it was deleted, and then its file must not stay.
  const kept = await db(em).selectFrom('clips').select('id').where('key', '=', clip.key).executeTakeFirst();
  if (!kept) await media.remove(clip.key);
}

const ours = (em: Em, { id, tries }: Clip) =>
  db(em).updateTable('clips').where('id', '=', id).where('state', '=', 'cutting').where('tries', '=', tries);

const putBack = (em: Em, clip: Clip, { at, tries = clip.tries }: { at: Date; tries?: number }) =>
  ours(em, clip).set({ state: 'waiting', tries, cut_at: at }).execute();

const giveUp = (em: Em, clip: Clip) =>
  ours(em, clip).set({ state: 'failed', cut_at: null, asked_by_id: null }).execute();

const forget = (em: Em, { id, tries }: Clip) =>
  db(em)
    .deleteFrom('clips')
    .where('id', '=', id)
    .where('state', '=', 'cutting')
    .where('tries', '=', tries)
    .execute();
