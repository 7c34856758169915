import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

interface Kept {
  port: number;
  /** Starts it again. @throws Error when that did not work, yet */
  revive: () => Promise<void>;
  /** Hears what happened. */
  tell: (text: string) => void;
  lookMs?: number;
}

const mostTries = 10;
const withinMs = 10 * 60_000;

/**
 * Looks every second whether somebody listens at `port`, and starts again what was killed: at most ten times in
 * ten minutes, so that what cannot live is left to a person.
 * @returns how to end the watch; it waits for a start under way
 */
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
    // Once may be a moment of somebody else's restart.
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

/** Only a refusal means that it is gone: who is slow or full still lives. */
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

/** Where nobody buries the dead (Node as the first process of a container), a killed postmaster seems to live on. */
export function forgetZombie(data: string) {
  const note = join(data, 'postmaster.pid');
  const pid = existsSync(note) ? Number(readFileSync(note, 'utf8').split('\n', 1)[0]) : 0;
  const status = `/proc/${pid}/status`;
  if (existsSync(status) && /^State:\s+Z/m.test(readFileSync(status, 'utf8'))) rmSync(note, { force: true });
}
