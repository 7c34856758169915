/** `most` at once, and the same number again over `perSeconds`. */
interface Limit {
  most: number;
  perSeconds: number;
}

const minute = 60;
const hour = 3_600;

/** Every rate limit; RATE_LIMIT_SCALE multiplies `most`. */
export const limits = {
  /** Every password check costs a hash. Known devices have their own allowance. */
  'sign-in from an address': { most: 30, perSeconds: minute },
  /** Only wrong passwords and codes count below, so that an attacker cannot lock an account (ADR-042). */
  'sign-in to an account from an address': { most: 10, perSeconds: hour },
  /** All unknown devices together: 1,460 guesses a day. */
  'sign-in to an account': { most: 20, perSeconds: 20 * minute },
  'sign-in from a known device': { most: 10, perSeconds: hour },
  /** Confirmations of one's own password; right ones count too. */
  'passwords of a member': { most: 30, perSeconds: minute },
  'password in a session': { most: 10, perSeconds: hour },
  /** Three of a million codes are valid at a time: a guesser who knows the password succeeds with 0.15 % in a day. */
  'code of an account from an address': { most: 10, perSeconds: hour },
  'code of an account': { most: 20, perSeconds: hour },
  'code from a known device': { most: 10, perSeconds: hour },
  'code in a session': { most: 10, perSeconds: hour },
  registration: { most: 10, perSeconds: hour },
  'reset of an account': { most: 3, perSeconds: hour },
  'reset from an address': { most: 10, perSeconds: hour },
  'link by email': { most: 5, perSeconds: hour },
  like: { most: 60, perSeconds: minute },
  /** A player reports once a minute and at each pause. */
  progress: { most: 60, perSeconds: minute },
  note: { most: 60, perSeconds: minute },
  follow: { most: 60, perSeconds: minute },
  list: { most: 60, perSeconds: hour },
  /** Sorting a list is many small steps. */
  'list change': { most: 240, perSeconds: minute },
  'map proposal': { most: 20, perSeconds: 24 * hour },
  'map correction': { most: 20, perSeconds: 24 * hour },
  rating: { most: 10, perSeconds: minute },
  /** A creator may answer many in one sitting. */
  comment: { most: 60, perSeconds: hour },
  upload: { most: 30, perSeconds: hour },
  /** A form of twenty files is one upload; in chunks, each file counts. */
  'chunked upload': { most: 200, perSeconds: hour },
  'archive of own data': { most: 5, perSeconds: hour },
  'study pack': { most: 20, perSeconds: hour },
  clip: { most: 30, perSeconds: hour },
  report: { most: 20, perSeconds: 24 * hour },
  /** Per member, or per address and mailbox for visitors. */
  question: { most: 5, perSeconds: hour },
  'question from an address': { most: 10, perSeconds: hour },
  'reply to support': { most: 20, perSeconds: hour },
  'message form': { most: 120, perSeconds: hour },
  message: { most: 100, perSeconds: 24 * hour },
  conversation: { most: 20, perSeconds: 24 * hour },
  request: { most: 10, perSeconds: 24 * hour },
  purchase: { most: 20, perSeconds: hour },
  search: { most: 10, perSeconds: 2 },
  /** Pages, calls and private images; many phones of one gym may share an address. */
  everything: { most: 3_000, perSeconds: minute },
} satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

export const uploadsAtOnce = 2;
