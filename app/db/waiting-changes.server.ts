import type pg from 'pg';

/** Longer than a statement may take (`statement_timeout`), so it has been carried out and waits for the standby that must
 *  confirm it. */
const carriedOutMs = 6_000;
/** From so many changes on that have waited so long, further ones wait before they take a connection. */
const [mostWaiting, noticedMs] = [3, 1_500];
const sweepMs = 500;

const changes = /^\s*(commit|insert|update|delete|with\b[\s\S]*\b(insert|update|delete))\b/i;

interface Asked {
  text: string;
  since: number;
}

/** What each connection of this process was given and has not answered. */
const unanswered = new Map<pg.ClientBase, Asked>();
const held: { sweep?: NodeJS.Timeout } = {};

/** Notes that a connection works on a statement, until `noteAnswer`. */
export function noteStatement(client: pg.ClientBase, query: unknown): void {
  unanswered.set(client, {
    text: String((query as { text?: unknown } | null)?.text ?? query),
    since: performance.now(),
  });
  held.sweep ??= setInterval(freeConnections, sweepMs).unref();
}

export const noteAnswer = (client: pg.ClientBase): void => void unanswered.delete(client);

const waiting = (ms: number) => {
  const now = performance.now();
  return [...unanswered].filter(([, { text, since }]) => now - since >= ms && changes.test(text));
};

/** Whether the database confirms no changes at the moment: several have waited for more than a second. Without the
 *  standby that must confirm them, changes would take all connections, and members could not even read (ADR-083). */
export const holdsChanges = (): boolean => waiting(noticedMs).length >= mostWaiting;

/** Closes connections whose change was carried out and waits for a standby, all but a few: these show when it is back.
 *  Their callers read an outage, and the connections that take their places are for readers. Jobs may take longer for a
 *  statement (`allowLongStatements`), but a process hardly ever has more than three of these at once. */
function freeConnections() {
  for (const [client] of waiting(carriedOutMs).slice(mostWaiting)) {
    unanswered.delete(client);
    const { connection } = client as unknown as { connection?: { stream: { destroy(): void } } };
    connection?.stream.destroy();
  }
}
