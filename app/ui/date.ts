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

/** The time left: '5 h left', 'Overdue by 2 h'. */
export function leftUntil(due: Date | string, now: Date): string {
  const hours = (new Date(due).getTime() - now.getTime()) / hourMs;
  if (hours < 0) return hours > -1 ? 'Overdue' : `Overdue by ${inWords(-hours)}`;
  return hours < 1 ? 'Less than 1 h left' : `${inWords(hours)} left`;
}

const inWords = (hours: number) => (hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} days`);
