import { createHash, randomUUID } from 'node:crypto';

/** A key for a unique column, made of a form's hidden attempt, its sender and its words. The same form sent twice has
 *  the same key. Other words after going back in the browser have another key. Without an attempt each key is new. */
export const idempotencyKeyOf = (attempt: string | undefined, ...words: (string | number)[]): string =>
  createHash('sha256')
    .update([attempt || randomUUID(), ...words].join('\n'))
    .digest('base64url');
