import type { HistoryEntry } from './history.server.ts';

/** An entry of the history as calls answer it. */
export const historyJson = (entry: HistoryEntry) => ({
  contentId: entry.id,
  title: entry.title,
  lastAt: new Date(entry.lastAt).toISOString(),
  seconds: entry.seconds,
  seen: entry.seen,
  locked: entry.mediaAccess === 'locked',
});
