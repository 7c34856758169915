import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ends everything that was started in a cluster's folder once the process of the tests is gone, however that ended.
 *  Run as a program: the folder, and the id of that process. */

/** The ids of all processes that were started with this folder as their home, or that name it. */
export function processesIn(folder: string): number[] {
  const holds = (pid: string, file: string) =>
    readFileSync(`/proc/${pid}/${file}`, 'latin1').includes(folder);
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .filter((pid) => {
      try {
        return holds(pid, 'environ') || holds(pid, 'cmdline');
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Ends all of them, again and again until there is none. */
export async function killAllIn(folder: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const left = processesIn(folder);
    if (left.length === 0) return;
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It is gone.
      }
    }
    await sleep(100);
  }
}

const isThere = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

if (import.meta.filename === process.argv[1]) {
  const [folder = '', pid = ''] = process.argv.slice(2);
  while (isThere(Number(pid))) await sleep(500);
  if (folder) await killAllIn(folder);
  if (!process.env.SCALE_KEEPS_LOGS) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
