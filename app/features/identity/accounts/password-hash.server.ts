import argon2 from 'argon2';
import pLimit from 'p-limit';
import { Refused } from '../../../errors.ts';
import { normalisedPassword } from './account.schema.ts';

/** OWASP's second profile: 19 MiB, 2 passes; about 25 ms on one core. */
const hashing = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Uses two of the four worker threads, because compression, images and files need them too. */
const atOnce = 2;
/** Two to three seconds of work. */
const mostWaiting = 200;

/** Runs at most two hashes at a time. @throws Refused 503 while 200 wait */
export function passwordTurns() {
  const inTurn = pLimit(atOnce);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inTurn.activeCount + inTurn.pendingCount >= mostWaiting) {
      const message = 'Very many people are signing in. Please try again in a moment.';
      throw new Refused(message, { status: 503, retryAfter: 5 });
    }
    return inTurn(work);
  };
}

const inTurn = passwordTurns();

/** The hash of 32 discarded random bytes: it matches no password and takes as long to compare as others. */
export const hashOfNoPassword =
  '$argon2id$v=19$m=19456,p=1,t=2$/4Zekt8I62iMpCLF43SL3A$VrPBnMzHb15DyTF8sCoXK9mdoDy3bbsKFSN0tMsM0rc';

const hashOf = (password: string) => argon2.hash(normalisedPassword(password), hashing);

/** @throws Refused 503 while 200 hashes wait */
export const hashPassword = (password: string) => inTurn(() => hashOf(password));

export interface PasswordFit {
  fits: boolean;
  /** What to store from now on, when the hash is of a password as it was typed, before they were normalised. */
  renewedHash: string | null;
}

/** Compares a password with a hash. How long it takes depends on the typed letters, and not on the account: a wrong
 *  password is compared as often where there is no account.
 *  @throws Refused 503 while 200 hashes wait */
export const fitPassword = (hash: string, password: string): Promise<PasswordFit> =>
  inTurn(async () => {
    const normalised = normalisedPassword(password);
    if (await argon2.verify(hash, normalised)) return { fits: true, renewedHash: null };
    if (normalised === password || !(await argon2.verify(hash, password)))
      return { fits: false, renewedHash: null };
    return { fits: true, renewedHash: await hashOf(password) };
  });
