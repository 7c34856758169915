import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';

interface Kept {
  port: number;
  revive: () => Promise<void>;
  tell: (text: string) => void;
  lookMs?: number;
}

const mostTries = 10;
const withinMs = 10 * 60_000;

/** Checks every second whether a server listens at `port`, and starts a stopped one again, at most ten times within
 *  ten minutes. A server that still fails needs an operator.
 *  @returns a function that ends the watch and waits for a start under way */
export function keepAlive({ port, revive, tell, lookMs = 1_000 }: Kept): () => Promise<void> {
  let tries: number[] = [];
  let missed = 0;
  let looking: Promise<void> | null = null;

  async function look() {
    if (await isListening(port)) {
      missed = 0;
      return;
    }
    missed += 1;
    tries = tries.filter((at) => Date.now() - at < withinMs);
    // A single miss may be a restart by another process.
    if (missed < 2 || tries.length >= mostTries) return;
    tries.push(Date.now());
    tell(`The database does not run any more; starting it again (${tries.length} of ${mostTries}).`);
    try {
      await revive();
      tell('The database runs again.');
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
  }

  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null;
    });
  }, lookMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** Only a refused connection means that the server is gone. A slow or full server still lives. */
function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const answer = (listens: boolean) => {
      socket.destroy();
      done(listens);
    };
    socket.setTimeout(2_000, () => answer(true));
    socket.once('connect', () => answer(true));
    socket.once('error', (error: NodeJS.ErrnoException) => answer(error.code !== 'ECONNREFUSED'));
  });
}

/** A killed postmaster can stay as a zombie in a container; its files would block the start.
 *  @param note a file that begins with its process id */
export function forgetZombie(note: string) {
  const pid = existsSync(note) ? Number(readFileSync(note, 'utf8').split('\n', 1)[0]) : 0;
  const status = `/proc/${pid}/status`;
  if (existsSync(status) && /^State:\s+Z/m.test(readFileSync(status, 'utf8'))) rmSync(note, { force: true });
}
