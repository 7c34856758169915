import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../http/log.server.ts';

/** Whether this process only answers requests, for one that leads (WEB_CONCURRENCY). */
export const isFork = cluster.isWorker;

/**
 * Starts `number` processes that share the port. The one that leads keeps the database and the jobs and answers
 * nothing itself; whoever falls is replaced. Nothing is shared but the database and the media store.
 * @returns once all of them listen: how to end them, open requests first
 */
export async function startForks(number: number, settings: Record<string, string>) {
  let isStopping = false;
  const fork = (): Promise<Worker> =>
    new Promise((listening) => {
      const child = cluster.fork(settings);
      child.once('listening', () => listening(child));
      child.once('exit', async (code) => {
        if (isStopping) return;
        log.error({ code }, 'a web process fell and is replaced');
        await sleep(1_000);
        // Whoever still waits for the one that fell waits for this one.
        if (!isStopping) listening(fork());
      });
    });
  await Promise.all(Array.from({ length: number }, fork));
  return {
    async stop() {
      isStopping = true;
      const children = Object.values(cluster.workers ?? {}).filter((child) => child !== undefined);
      const gone = children.map((child) => new Promise((done) => child.once('exit', done)));
      for (const child of children) child.process.kill('SIGTERM');
      await Promise.all(gone);
    },
  };
}
