import { leftUntil } from '../../../ui/date.ts';

/** Every report is reviewed within this many hours (C9.16). */
export const promisedHours = 24;
const hourMs = 3_600_000;

export const dueAt = (openedAt: Date | string) =>
  new Date(new Date(openedAt).getTime() + promisedHours * hourMs);

export const isOverdue = (openedAt: Date | string, now: Date) => dueAt(openedAt) < now;

export const timeLeft = (openedAt: Date | string, now: Date): string => leftUntil(dueAt(openedAt), now);
