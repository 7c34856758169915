import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run } from 'graphile-worker';
import pg from 'pg';
import { log } from '../http/telemetry/log.server.ts';
import { type JobScope, tasks, timetable } from './tasks.server.ts';

export interface Worker {
  /** Lets running jobs finish; video conversions start again in the next worker. */
  stop(): Promise<void>;
}

interface WorkerOptions extends JobScope {
  url: string;
  pollInterval?: number;
  /** Before a worker that stopped by itself begins again. */
  pauseMs?: number;
}

const mostQuietMs = 3_000;

const quiet = new Logger(({ label }) => (level, message, { error }) => {
  if (level === 'error') log.error({ source: 'jobs', label, error }, message);
  else if (level === 'warning') log.warn({ source: 'jobs', label }, message);
  else log.debug({ source: 'jobs', label }, message);
});

/** Runs the jobs of this database until stopped; several processes may share them. */
export function startWorker({
  url,
  pollInterval = 2_000,
  pauseMs = 5_000,
  converting,
  ...scope
}: WorkerOptions): Worker {
  const stopping = new AbortController();
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    // A job can wait, and one that fails here is retried only much later.
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
    application_name: 'summa jobs',
  });
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
      await runner?.stop().catch(() => {});
      await working;
      await untilQuiet(pool);
      await pool.end();
    },
  };
}

/** After a run that ended by itself, jobs still write their results, so the pool must not end yet. */
async function untilQuiet(pool: pg.Pool) {
  const isBusy = () => pool.waitingCount > 0 || pool.idleCount < pool.totalCount;
  for (let waited = 0; isBusy() && waited < mostQuietMs; waited += 50) await sleep(50);
}
