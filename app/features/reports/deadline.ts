import { leftUntil } from '../../ui/date.ts';

/** Every report is reviewed within this many hours (calls.md §9). */
export const promisedHours = 24;
const hourMs = 3_600_000;

/** When a case that was opened at a moment must be decided. */
export const dueAt = (openedAt: Date | string) =>
  new Date(new Date(openedAt).getTime() + promisedHours * hourMs);

export const isOverdue = (openedAt: Date | string, now: Date) => dueAt(openedAt) < now;

/** What is left of the promise: '5 h left', 'Overdue by 2 h'. */
export const timeLeft = (openedAt: Date | string, now: Date): string => leftUntil(dueAt(openedAt), now);
