import type { Topic } from '../../../domain/support-topics.ts';

/** Hours within which support answers (C9.18): personal data take longer to look up. */
export const promisedHours = (topic: Topic): 24 | 72 => (topic === 'privacy' ? 72 : 24);

export const dueAfter = (at: Date, topic: Topic): Date =>
  new Date(at.getTime() + promisedHours(topic) * 3_600_000);
