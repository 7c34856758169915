import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { log } from '../http/telemetry/log.server.ts';
import { type JobScope, tasks, timetable } from './tasks.server.ts';

export interface Worker {
  /** Lets running jobs finish for some seconds; then another worker may take them. Conversions stop at once and start
   *  again in the next worker. */
  stop(): Promise<void>;
}

interface WorkerOptions extends JobScope {
  url: string;
  pollInterval?: number;
  /** Before it begins again after an error. */
  pauseMs?: number;
  /** How long a stop waits for running jobs. */
  mostStopMs?: number;
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
  mostStopMs = 8_000,
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
  /** Under these names this process has locked jobs. */
  const holders: string[] = [];
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => holders.push(workerPool.id));

  /** Jobs whose end could not be written, because the database was away, would stay locked for four hours. */
  async function letGo() {
    await pool.query('select graphile_worker.force_unlock_workers($1)', [holders]);
    holders.length = 0;
  }

  async function work() {
    while (!stopping.signal.aborted) {
      try {
        if (holders.length > 0) await letGo();
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
          events,
          // With a delay, even of 0, the end of a job that cannot be written ends the run. Without one the rejection
          // would be handled by no one.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
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
      const ended = async () => {
        await runner?.stop().catch(() => {});
        await working;
        await untilQuiet(pool);
        return true;
      };
      const late = sleep(mostStopMs, false, { ref: false });
      if (!(await Promise.race([ended(), late]))) {
        log.warn({ source: 'jobs' }, 'jobs still run at the stop; another worker may take them');
        await letGo().catch(() => {});
        // The connection of such a job is never given back, and the process ends with it.
        return void pool.end().catch(() => {});
      }
      await pool.end();
    },
  };
}

/** After a run that ended by itself, jobs still write their results, so the pool must not end yet. */
async function untilQuiet(pool: pg.Pool) {
  const isBusy = () => pool.waitingCount > 0 || pool.idleCount < pool.totalCount;
  for (let waited = 0; isBusy() && waited < mostQuietMs; waited += 50) await sleep(50);
}
