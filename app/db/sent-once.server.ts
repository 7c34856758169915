import { createHash, randomUUID } from 'node:crypto';

/**
 * Names what a form brings, for a unique column: its hidden attempt, its sender and its words. Sent twice it is the
 * same name, so it counts once; a page that the browser brought back keeps its attempt, but other words on it are
 * another matter. Without an attempt every sending is one of its own.
 */
export const sentOnce = (attempt: string | undefined, ...words: (string | number)[]): string =>
  createHash('sha256')
    .update([attempt || randomUUID(), ...words].join('\n'))
    .digest('base64url');
