import { setTimeout as sleep } from 'node:timers/promises';
import { isStalePlan } from './prepared-statements.server.ts';

/** A row changed between reading and writing. Nothing was written. */
export class ConflictError extends Error {
  override name = 'ConflictError';
  constructor(message = 'Another process changed this at the same moment', options?: ErrorOptions) {
    super(message, options);
  }
}

/** PostgreSQL's codes when a parallel transaction won: serialization failure, deadlock. */
const conflictCodes = ['40001', '40P01'];
/** A unique value was taken, or a referenced row was deleted, since this transaction read. */
const outdatedCodes = ['23505', '23503'];

export const isConflict = (error: unknown): boolean =>
  isLostTransaction(error) || someCause(error, (cause) => cause instanceof ConflictError);

/** Whether PostgreSQL itself ended the transaction, and would not do so again. */
export const isLostTransaction = (error: unknown): boolean =>
  someCause(error, (cause) => conflictCodes.includes(codeOf(cause)) || isStalePlan(cause));

const isConflictOrOutdated = (error: unknown): boolean =>
  isConflict(error) || someCause(error, (cause) => outdatedCodes.includes(codeOf(cause)));

const codeOf = (error: unknown) => String(Object(error).code);

function someCause(error: unknown, isIt: (cause: unknown) => boolean): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (isIt(cause)) return true;
  }
  return false;
}

export interface RetryOptions {
  tries?: number;
  /** After this time no new try begins, so that the request can still be answered in time. */
  withinMs?: number;
  isLost?: (error: unknown) => boolean;
  pause?: (ms: number) => Promise<unknown>;
  random?: () => number;
}

const firstPauseMs = 20;
const longestPauseMs = 400;

/** Repeats work that lost against a parallel transaction, after a random and growing pause (ADR-038). The work must
 *  begin and end its own transaction, and may call the payment provider before it.
 *  @throws ConflictError, caused by the last loss, when every try was lost; any other error at once */
export async function retryOnConflict<Answer>(
  work: () => Promise<Answer>,
  {
    tries = 12,
    withinMs = 4_000,
    isLost = isConflictOrOutdated,
    pause = sleep,
    random = Math.random,
  }: RetryOptions = {},
): Promise<Answer> {
  const end = performance.now() + withinMs;
  for (let lost = 1; ; lost += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLost(error)) throw error;
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (lost - 1)) * (0.5 + random());
      if (lost >= tries || performance.now() + pauseMs >= end) {
        throw error instanceof ConflictError ? error : new ConflictError(undefined, { cause: error });
      }
      await pause(pauseMs);
    }
  }
}
