const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** 'Nov 21, 2026'; always UTC, so that server and browser agree. */
export const dayOf = (date: Date | string) => day.format(new Date(date));

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hour12: false,
  timeZone: 'UTC',
});

/** 'Nov 21, 2026, 15:19 UTC', where the hour matters. */
export const momentOf = (date: Date | string) => `${moment.format(new Date(date))} UTC`;

const hour = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', hour12: false, timeZone: 'UTC' });

/** '15:19 UTC', where the day is shown above. */
export const timeOf = (date: Date | string) => `${hour.format(new Date(date))} UTC`;

export const isoOf = (date: Date | string) => new Date(date).toISOString();

const hourMs = 3_600_000;

const ago = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** 'today', '3 days ago', 'last month': whole days, so that a page says the same all day. */
export function agoOf(date: Date | string, now: Date): string {
  const dayNumber = (each: Date | string) => Math.floor(new Date(each).getTime() / (24 * hourMs));
  const days = Math.max(0, dayNumber(now) - dayNumber(date));
  if (days < 7) return ago.format(-days, 'day');
  if (days < 31) return ago.format(-Math.floor(days / 7), 'week');
  if (days < 365) return ago.format(-Math.floor(days / 30.5), 'month');
  return ago.format(-Math.floor(days / 365), 'year');
}

/** The time left: '5 h left', 'Overdue by 2 h'. */
export function leftUntil(due: Date | string, now: Date): string {
  const hours = (new Date(due).getTime() - now.getTime()) / hourMs;
  if (hours < 0) return hours > -1 ? 'Overdue' : `Overdue by ${inWords(-hours)}`;
  return hours < 1 ? 'Less than 1 h left' : `${inWords(hours)} left`;
}

const inWords = (hours: number) => (hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} days`);
