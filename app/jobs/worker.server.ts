import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run } from 'graphile-worker';
import pg from 'pg';
import { log } from '../http/log.server.ts';
import { type JobScope, tasks, timetable } from './tasks.server.ts';

export interface Worker {
  /** Lets running work finish; films are begun anew by whoever works next. */
  stop(): Promise<void>;
}

interface WorkerOptions extends JobScope {
  url: string;
  /** How long work waits at most when its notification was missed, in ms. */
  pollInterval?: number;
}

const pauseMs = 5_000;

const quiet = new Logger(({ label }) => (level, message, { error }) => {
  if (level === 'error') log.error({ source: 'jobs', label, error }, message);
  else if (level === 'warning') log.warn({ source: 'jobs', label }, message);
  else log.debug({ source: 'jobs', label }, message);
});

/** Works off the queue of this database until stopped; several processes may share it. A database that goes
 *  away ends the run, and another begins when it is back. */
export function startWorker({ url, pollInterval = 2_000, converting, ...scope }: WorkerOptions): Worker {
  const stopping = new AbortController();
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    // Nobody waits for a job as for a page, and what gives up here is done again only much later.
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
    application_name: 'summa jobs',
  });
  // Without listeners, a connection that the server drops ends the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let runner: Runner | null = null;

  async function work() {
    while (!stopping.signal.aborted) {
      try {
        runner = await run({
          pgPool: pool,
          taskList: tasks({
            ...scope,
            converting: converting ? { ...converting, signal: stopping.signal } : null,
          }),
          parsedCronItems: parseCronItems(timetable),
          concurrency: 2,
          pollInterval,
          noHandleSignals: true,
          logger: quiet,
        });
        if (stopping.signal.aborted) await runner.stop();
        await runner.promise;
      } catch (error) {
        log.warn({ source: 'jobs', error }, 'the worker stopped and will begin again');
      }
      await sleep(pauseMs, null, { signal: stopping.signal }).catch(() => {});
    }
  }

  const working = work();
  return {
    async stop() {
      stopping.abort();
      // Already stopped by itself, which is as good.
      await runner?.stop().catch(() => {});
      await working;
      await pool.end();
    },
  };
}
