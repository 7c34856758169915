/** How often something may be done: `most` at once, and the same number again over `perSeconds`. */
interface Limit {
  most: number;
  perSeconds: number;
}

const minute = 60;
const hour = 3_600;

/** Every limit of the product; RATE_LIMIT_SCALE multiplies `most`. */
export const limits = {
  /** Ten slips of a finger, then one a minute: a patient guesser has 1,450 tries a day. */
  'sign-in to an account': { most: 10, perSeconds: 10 * minute },
  'sign-in from an address': { most: 30, perSeconds: minute },
  /** Three of a million codes are right at a time: the tenth of a percent in a day, for who knows the password. */
  'code of an account': { most: 10, perSeconds: hour },
  registration: { most: 10, perSeconds: hour },
  'reset of an account': { most: 3, perSeconds: hour },
  'reset from an address': { most: 10, perSeconds: hour },
  'link by mail': { most: 5, perSeconds: hour },
  like: { most: 60, perSeconds: minute },
  follow: { most: 60, perSeconds: minute },
  rating: { most: 10, perSeconds: minute },
  upload: { most: 30, perSeconds: hour },
  /** A form of twenty files is one upload; sent in pieces, each of its files is begun by itself. */
  'file in pieces': { most: 200, perSeconds: hour },
  /** Each takes the reading of everything a member has. */
  'archive of own data': { most: 5, perSeconds: hour },
  report: { most: 20, perSeconds: 24 * hour },
  /** Of a member, or of the mailbox that a visitor names. */
  question: { most: 5, perSeconds: hour },
  'question from an address': { most: 10, perSeconds: hour },
  'words to support': { most: 20, perSeconds: hour },
  /** Forms that may bring pictures; how many messages a day is another question. */
  'message form': { most: 120, perSeconds: hour },
  message: { most: 100, perSeconds: 24 * hour },
  conversation: { most: 20, perSeconds: 24 * hour },
  request: { most: 10, perSeconds: 24 * hour },
  purchase: { most: 20, perSeconds: hour },
  search: { most: 10, perSeconds: 2 },
  /** Pages, calls and private pictures of one address together: a gym full of phones stays below. */
  everything: { most: 3_000, perSeconds: minute },
} satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

/** How many uploads of one person may be under way at once. */
export const uploadsAtOnce = 2;
