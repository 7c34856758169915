import { log } from '../http/telemetry/log.server.ts';
import { openAdapters } from './adapters.server.ts';
import { warnWithoutFfmpeg } from './media.server.ts';
import { readSettings } from './settings.server.ts';

/** bin/worker: runs jobs without serving, until a signal stops it. */
export async function runWorker() {
  // The queue leaves one when the database goes away while a job fails, and goes on.
  process.on('unhandledRejection', (error) => log.error({ source: 'jobs', error }, 'unhandled'));
  const adapters = await openAdapters(readSettings());
  warnWithoutFfmpeg();
  const worker = adapters.startWorker();
  process.stdout.write('working off jobs; stop with Ctrl+C\n');
  await new Promise<void>((stop) => {
    process.once('SIGTERM', () => stop());
    process.once('SIGINT', () => stop());
  });
  await worker.stop();
  await adapters.close();
}
