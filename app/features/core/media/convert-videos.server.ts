import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { db, sql, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { convertVideo } from '../../../media/convert.server.ts';
import { canConvert } from '../../../media/ffmpeg.server.ts';
import { makeLoop } from '../../../media/loop.server.ts';
import { type MediaStore, type VideoStep, videoStepsFor, videoVariant } from '../../../media/media.ts';
import type { SystemContext } from '../../../scope.ts';
import { fitsOnDisk } from './storage-quota.server.ts';
import { nextVideo } from './video-queue.server.ts';

export interface Converting {
  media: MediaStore;
  tempDir: string;
  signal?: AbortSignal;
  convert?: typeof convertVideo;
}

type Video = NonNullable<Awaited<ReturnType<typeof takeNext>>>;
type Scope = Pick<SystemContext, 'em' | 'now'>;

const mostTries = 3;
/** A conversion without a heartbeat for this long counts as dead. */
const leaseMs = 60_000;
const signMs = 2_000;
const pauseMs = 60_000;
const turn = 823_415;
const roomBytes = 600_000_000;

/** Converts waiting videos one at a time, across all processes. All state is in the media row, so the process may be
 *  killed at any moment and another one continues.
 *  @throws errors of store and disk, after the video was queued again; and when the disk is full */
export async function convertVideos(scope: Scope, converting: Converting): Promise<void> {
  if (!canConvert()) return;
  while (!converting.signal?.aborted) {
    // Checked before a video is taken, so that waiting does not use up one of its tries.
    if (!(await fitsOnDisk(converting.tempDir, roomBytes)))
      throw new Error('No room on the disk to convert videos');
    const video = await takeNext(scope.em, scope.now());
    if (!video) return;
    await convertOne(scope, video, converting);
  }
}

const takeNext = (em: Em, now: Date) =>
  em.transactional(async (inside) => {
    await db(inside).selectNoFrom(sql`pg_advisory_xact_lock(${turn})`.as('turn')).execute();
    await db(inside)
      .updateTable('media')
      .set({ video_state: 'failed', video_progress: null })
      .where('video_state', '=', 'converting')
      .where('convert_at', '<=', timestamptz(now))
      .where('video_tries', '>=', mostTries)
      .execute();
    return db(inside)
      .updateTable('media')
      .set((eb) => ({
        video_state: 'converting',
        video_tries: eb('video_tries', '+', 1),
        video_progress: null,
        convert_at: leaseFrom(now),
      }))
      .where('id', '=', nextVideo(inside, now))
      .returning([
        'id',
        'key',
        'mime',
        'width',
        'height',
        'duration_ms as durationMs',
        'video_tries as tries',
      ])
      .executeTakeFirst();
  });

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs);

async function convertOne(scope: Scope, video: Video, converting: Converting) {
  const { tempDir, convert = convertVideo } = converting;
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(tempDir, `upload-${process.pid}-`));
  const signs = giveSigns(scope, video);
  try {
    const input = join(folder, 'input');
    const variant = videoVariant(video.mime);
    if (!variant || !(await converting.media.fetchTo(video.key, variant, input))) {
      return await giveUp(scope.em, video);
    }
    const signal = AbortSignal.any([signs.lost, ...(converting.signal ? [converting.signal] : [])]);
    const steps = videoStepsFor(video.width, video.height);
    const watching = { signal, onProgress: signs.progress };
    const { ending, files } = await convert({ ...video, input, steps, folder }, watching);
    if (ending === 'stopped') await putBack(scope.em, video, { at: scope.now(), tries: video.tries - 1 });
    else if (ending === 'done') {
      await finish(scope, video, files, converting.media);
      await signs.end();
      await addLoop(scope, video, { step: steps[0], folder }, converting);
    } else if (ending === 'late' || video.tries >= mostTries) await giveUp(scope.em, video);
    else await putBack(scope.em, video, { at: scope.now() });
  } catch (error) {
    const at = new Date(scope.now().getTime() + video.tries * pauseMs);
    if (video.tries >= mostTries) await giveUp(scope.em, video);
    else await putBack(scope.em, video, { at });
    throw error;
  } finally {
    await signs.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a heartbeat with the progress; `lost` aborts when the video is gone or another worker has it. */
function giveSigns({ em, now }: Scope, video: Video) {
  const lost = new AbortController();
  const fork = em.fork();
  let percent: number | null = null;
  let sign: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    sign = sign.then(async () => {
      const { numUpdatedRows } = await ours(fork, video)
        .set({ video_progress: percent, convert_at: leaseFrom(now()) })
        .where('status', '=', 'ready')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) lost.abort();
      // If the database is briefly away, the next heartbeat follows or the lease expires.
    }, noMatter);
    sign = sign.catch(noMatter);
  }, signMs);
  return {
    lost: lost.signal,
    progress(now: number) {
      percent = now;
    },
    async end() {
      clearInterval(timer);
      await sign;
    },
  };
}

const noMatter = () => {};

async function finish(
  { em }: Scope,
  video: Video,
  files: { step: VideoStep; path: string }[],
  media: MediaStore,
) {
  for (const { step, path } of files) await media.put(video.key, `${step}p.mp4`, path);
  const steps = files.map(({ step }) => step);
  const { numUpdatedRows } = await db(em)
    .updateTable('media')
    .set({ video_state: 'done', video_progress: 100, video_steps: steps, convert_at: null })
    .where('id', '=', video.id)
    .where('key', '=', video.key)
    .where('video_state', '=', 'converting')
    .where('status', '=', 'ready')
    .executeTakeFirst();
  if (numUpdatedRows > 0n || (await isReady(em, video.key))) return;
  // The video was deleted or got another key, so the converted files must not stay.
  await media.remove(video.key);
  await putBack(em, video, { at: new Date(0) });
}

/** Once the video can be watched. If the worker stops meanwhile, the card of the video stays still. */
async function addLoop(
  { em }: Scope,
  video: Video,
  { step, folder }: { step: VideoStep | undefined; folder: string },
  { media, signal }: Converting,
) {
  // Of the converted file, which we made ourselves, not of the uploaded one.
  const input = join(folder, 'converted');
  if (!step || !(await media.fetchTo(video.key, `${step}p.mp4`, input))) return;
  const loop = await makeLoop({ ...video, input, folder, mime: 'video/mp4' }, signal);
  if (!loop) return;
  await media.put(video.key, 'loop.avif', loop);
  const { numUpdatedRows } = await db(em)
    .updateTable('media')
    .set({ has_loop: true })
    .where('key', '=', video.key)
    .where('status', '=', 'ready')
    .executeTakeFirst();
  // Deleted meanwhile, so that the loop must not stay.
  if (numUpdatedRows === 0n) await media.remove(video.key);
}

const isReady = (em: Em, key: string) =>
  db(em)
    .selectFrom('media')
    .select('id')
    .where('key', '=', key)
    .where('status', '=', 'ready')
    .executeTakeFirst();

const ours = (em: Em, { id, tries }: Video) =>
  db(em)
    .updateTable('media')
    .where('id', '=', id)
    .where('video_state', '=', 'converting')
    .where('video_tries', '=', tries);

const putBack = (em: Em, video: Video, { at, tries = video.tries }: { at: Date; tries?: number }) =>
  ours(em, video)
    .set({ video_state: 'waiting', video_progress: null, video_tries: tries, convert_at: at })
    .execute();

const giveUp = (em: Em, video: Video) =>
  ours(em, video).set({ video_state: 'failed', video_progress: null, convert_at: null }).execute();
