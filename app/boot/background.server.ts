import type { ViewCounter } from '../features/library/items/views.server.ts';
import type { ProgressKeeper } from '../features/study/progress/progress-keeper.server.ts';
import { log } from '../http/telemetry/log.server.ts';
import type { Adapters } from './adapters.server.ts';
import { startMovingMedia, startSweepingPieces, warnWithoutFfmpeg } from './media.server.ts';
import { isWebProcess } from './supervised.server.ts';

interface Counting {
  views: ViewCounter;
  progress: ProgressKeeper;
}

const flushMs = 1_000;

/** Starts what a process does besides answering: it writes counted views and places in videos every second. The site's
 *  own process also runs the jobs and keeps the media in order; web processes leave that to it. */
export function startBackground(adapters: Adapters, { views, progress }: Counting) {
  const { em, now, stores, systemContext, tempDir } = adapters;
  const flush = (at = now().getTime()) =>
    Promise.all([views.flush(em()), progress.flush(em(), at)]).catch((error) =>
      log.warn({ error }, 'views and progress wait'),
    );
  const timer = setInterval(() => flush(), flushMs);
  timer.unref();
  if (!isWebProcess) warnWithoutFfmpeg();
  const worker = isWebProcess ? null : adapters.startWorker();
  const mediaMove = isWebProcess ? null : startMovingMedia(stores, em);
  const sweep = isWebProcess ? null : startSweepingPieces(systemContext, tempDir);
  let jobsEnd: Promise<void> | undefined;
  function stopJobs(): Promise<void> {
    jobsEnd ??= worker?.stop() ?? Promise.resolve();
    return jobsEnd;
  }
  return {
    stopJobs,
    /** Writes what waits, and ends the jobs. */
    async stop() {
      clearInterval(timer);
      mediaMove?.stop();
      sweep?.stop();
      await flush(Number.POSITIVE_INFINITY);
      await stopJobs();
    },
  };
}
