import { log } from '../http/telemetry/log.server.ts';
import { openAdapters } from './adapters.server.ts';
import { endWithin } from './end-within.server.ts';
import { warnWithoutFfmpeg } from './media.server.ts';
import { readSettings } from './settings.server.ts';

/** bin/worker: runs jobs without serving, until a signal stops it. */
export async function runWorker() {
  process.on('unhandledRejection', (error) => log.error({ source: 'jobs', error }, 'unhandled'));
  const adapters = await openAdapters(readSettings());
  warnWithoutFfmpeg();
  const worker = adapters.startWorker();
  process.stdout.write('working off jobs; stop with Ctrl+C\n');
  await new Promise<void>((stop) => {
    process.once('SIGTERM', () => stop());
    process.once('SIGINT', () => stop());
  });
  endWithin(15_000);
  await worker.stop();
  await adapters.close();
  process.exit(0);
}
