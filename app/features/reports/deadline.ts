/** Every report is reviewed within this many hours (calls.md §9). */
export const promisedHours = 24;
const hourMs = 3_600_000;

/** When a case that was opened at a moment must be decided. */
export const dueAt = (openedAt: Date | string) =>
  new Date(new Date(openedAt).getTime() + promisedHours * hourMs);

export const isOverdue = (openedAt: Date | string, now: Date) => dueAt(openedAt) < now;

/** What is left of the promise: '5 h left', 'Overdue by 2 h'. */
export function timeLeft(openedAt: Date | string, now: Date): string {
  const hours = (dueAt(openedAt).getTime() - now.getTime()) / hourMs;
  if (hours < 0) return hours > -1 ? 'Overdue' : `Overdue by ${inWords(-hours)}`;
  return hours < 1 ? 'Less than 1 h left' : `${inWords(hours)} left`;
}

const inWords = (hours: number) => (hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} days`);
