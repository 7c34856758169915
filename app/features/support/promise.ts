import type { Topic } from './words.ts';

/** Hours within which we answer (calls.md §9): what is about personal data takes longer to look up. */
export const promisedHours = (topic: Topic): 24 | 72 => (topic === 'privacy' ? 72 : 24);

/** When words that came at a moment must be answered. */
export const dueAfter = (at: Date, topic: Topic): Date =>
  new Date(at.getTime() + promisedHours(topic) * 3_600_000);
