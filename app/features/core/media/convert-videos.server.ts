import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';
import { convertVideo } from '../../../media/convert.server.ts';
import { canConvert } from '../../../media/ffmpeg.server.ts';
import { type MediaStore, type VideoStep, videoStepsFor, videoVariant } from '../../../media/media.ts';
import type { SystemContext } from '../../../scope.ts';
import { fitsOnDisk } from './storage-quota.server.ts';

export interface Converting {
  media: MediaStore;
  tempDir: string;
  signal?: AbortSignal;
  convert?: typeof convertVideo;
}

interface Video {
  id: number;
  key: string;
  mime: string;
  width: number;
  height: number;
  durationMs: number | null;
  tries: number;
}

type Scope = Pick<SystemContext, 'em' | 'now'>;

const mostTries = 3;
/** A conversion without a heartbeat for this long counts as dead. */
const leaseMs = 60_000;
const signMs = 2_000;
const pauseMs = 60_000;
const turn = 823_415;
/** Room for one video and its converted files. */
const roomBytes = 600_000_000;

/**
 * Converts waiting videos one at a time, across all processes. All state is in the media row, so the process may be
 * killed at any moment and another one continues.
 * @throws errors of store and disk, after the video was queued again; and when the disk is full
 */
export async function convertVideos(scope: Scope, converting: Converting): Promise<void> {
  if (!canConvert()) return;
  while (!converting.signal?.aborted) {
    // Checked before a video is taken, so that waiting does not use up one of its tries.
    if (!(await fitsOnDisk(converting.tempDir, roomBytes)))
      throw new Error('No room on the disk to convert films');
    const video = await takeNext(scope.em, scope.now());
    if (!video) return;
    await convertOne(scope, video, converting);
  }
}

const takeNext = (em: Em, now: Date) =>
  em.transactional(async (inside) => {
    await row(inside)`select pg_advisory_xact_lock(${turn})`;
    await row(inside)`update media set video_state = 'failed', video_progress = null
      where video_state = 'converting' and convert_at <= ${now} and video_tries >= ${mostTries}`;
    return row<Video>(inside)`
      update media set video_state = 'converting', video_tries = video_tries + 1, video_progress = null,
        convert_at = ${leaseFrom(now)}
      where id = (
        select id from media where video_state in ('waiting', 'converting') and convert_at <= ${now}
          and status = 'ready'
          and not exists (select 1 from media where video_state = 'converting' and convert_at > ${now})
        order by convert_at, id limit 1)
      returning id, key, mime, width, height, duration_ms as "durationMs", video_tries as tries`;
  });

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs);

async function convertOne(scope: Scope, video: Video, converting: Converting) {
  const { tempDir, convert = convertVideo } = converting;
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(tempDir, `upload-${process.pid}-`));
  const signs = giveSigns(scope, video);
  try {
    const input = join(folder, 'film');
    const variant = videoVariant(video.mime);
    if (!variant || !(await converting.media.fetchTo(video.key, variant, input))) {
      return await giveUp(scope.em, video);
    }
    const signal = AbortSignal.any([signs.lost, ...(converting.signal ? [converting.signal] : [])]);
    const steps = videoStepsFor(video.width, video.height);
    const watching = { signal, onProgress: signs.progress };
    const { ending, files } = await convert({ ...video, input, steps, folder }, watching);
    if (ending === 'done') await finish(scope, video, files, converting.media);
    else if (ending === 'stopped')
      await putBack(scope.em, video, { at: scope.now(), tries: video.tries - 1 });
    else if (ending === 'late' || video.tries >= mostTries) await giveUp(scope.em, video);
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
      const isOurs = await row(fork)`
        update media set video_progress = ${percent}, convert_at = ${leaseFrom(now())}
        where id = ${video.id} and video_state = 'converting' and video_tries = ${video.tries}
          and status = 'ready' returning id`;
      if (!isOurs) lost.abort();
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
  const isThere = await row(em)`
    update media set video_state = 'done', video_progress = 100, video_steps = ${steps}::int[], convert_at = null
    where id = ${video.id} and key = ${video.key} and video_state = 'converting' and status = 'ready' returning id`;
  if (isThere || (await row(em)`select 1 from media where key = ${video.key} and status = 'ready'`)) return;
  // The video was deleted or got another key, so the converted files must not stay.
  await media.remove(video.key);
  await putBack(em, video, { at: new Date(0) });
}

const putBack = (em: Em, { id, tries: ours }: Video, { at, tries = ours }: { at: Date; tries?: number }) =>
  row(
    em,
  )`update media set video_state = 'waiting', video_progress = null, video_tries = ${tries}, convert_at = ${at}
    where id = ${id} and video_state = 'converting' and video_tries = ${ours}`;

const giveUp = (em: Em, { id, tries }: Video) =>
  row(em)`update media set video_state = 'failed', video_progress = null, convert_at = null
    where id = ${id} and video_state = 'converting' and video_tries = ${tries}`;
