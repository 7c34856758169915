import { openAdapters } from './adapters.server.ts';
import { sayWhatFilmsNeed } from './media.server.ts';
import { readSettings } from './settings.server.ts';

/** bin/worker: works off the jobs without serving, until it is told to stop; beside a running site they share. */
export async function runWorker() {
  const adapters = await openAdapters(readSettings());
  sayWhatFilmsNeed();
  const worker = adapters.startWorker();
  process.stdout.write('working off jobs; stop with Ctrl+C\n');
  await new Promise<void>((stop) => {
    process.once('SIGTERM', () => stop());
    process.once('SIGINT', () => stop());
  });
  await worker.stop();
  await adapters.close();
}
