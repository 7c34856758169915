import { setTimeout as sleep } from 'node:timers/promises';
import { databaseRefusal } from './refusals.server.ts';

interface FirstConnection {
  warn: (text: string) => void;
  /** Milliseconds that only grow. */
  clock?: () => number;
  pause?: (ms: number) => Promise<unknown>;
}

const withinMs = 30_000;
const pauseMs = 1_000;

/** Opens the database, and tries again for half a minute while it does not answer, as when both start together. What
 *  waiting cannot change, such as a wrong name or password, fails at once.
 *  @throws the last error */
export async function openOnceItAnswers<Opened>(
  open: () => Promise<Opened>,
  { warn, clock = () => performance.now(), pause = sleep }: FirstConnection,
): Promise<Opened> {
  const end = clock() + withinMs;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!mayComeBack(error) || clock() + pauseMs > end) throw error;
      warn(`The database does not answer yet (${error instanceof Error ? error.message : error}).`);
      await pause(pauseMs);
    }
  }
}

/** No such host, user, password or database; a database that takes no changes. */
const settled = /^(ENOTFOUND|28|3D|25)/;

function mayComeBack(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (settled.test(String((cause as NodeJS.ErrnoException).code))) return false;
  return databaseRefusal(error) === 'away';
}
