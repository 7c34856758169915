/** The states and limits of custom requests (ADR-025). */

export const requestStates = [
  'asked',
  'accepted',
  'paid',
  'delivered',
  'disputed',
  'done',
  'declined',
  'withdrawn',
  'expired',
  'cancelled',
  'lapsed',
  'late',
  'refunded',
] as const;
export type RequestState = (typeof requestStates)[number];

/** Nothing is delivered yet. These requests count against the creator's limit and end when a side leaves. */
export const beforeDelivery: readonly RequestState[] = ['asked', 'accepted', 'paid'];

/** A pair of members may have only one request in these states. */
export const unfinished: readonly RequestState[] = [...beforeDelivery, 'delivered', 'disputed'];

/** The money has arrived and was not refunded. */
export const isPaidFor = (state: RequestState) =>
  state === 'paid' || state === 'delivered' || state === 'disputed' || state === 'done';

export const stateNames: Record<RequestState, string> = {
  asked: 'Asked',
  accepted: 'Waiting for payment',
  paid: 'In progress',
  delivered: 'Delivered',
  disputed: 'In dispute',
  done: 'Done',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Not answered',
  cancelled: 'Cancelled',
  lapsed: 'Not paid in time',
  late: 'Not delivered in time',
  refunded: 'Refunded',
};

export const dueNames: Partial<Record<RequestState, string>> = {
  asked: 'answer by',
  accepted: 'pay by',
  paid: 'deliver by',
  delivered: 'report a problem by',
};

export const requestLimits = {
  minPriceCents: 99,
  maxPriceCents: 50_000,
  maxDays: 60,
  maxAtOnce: 20,
  noteLength: 500,
  titleLength: 100,
  detailsMin: 20,
  detailsLength: 2_000,
  reasonLength: 1_000,
} as const;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long each side has, in ms. The time for making is set by the creator. */
const answerMs = 14 * dayMs;
const payMs = 72 * hourMs;
const reviewMs = 7 * dayMs;

/** Null when the state has no deadline. */
export function dueAfter(state: RequestState, at: Date, days: number): Date | null {
  const lasts: Partial<Record<RequestState, number>> = {
    asked: answerMs,
    accepted: payMs,
    paid: days * dayMs,
    delivered: reviewMs,
  };
  const ms = lasts[state];
  return ms === undefined ? null : new Date(at.getTime() + ms);
}
