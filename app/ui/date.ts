const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

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

/** '15:19 UTC', where the day stands above. */
export const timeOf = (date: Date | string) => `${hour.format(new Date(date))} UTC`;

/** 'November 2026', for 'Joined'. */
export const monthOf = (date: Date | string) => month.format(new Date(date));

/** The form the `dateTime` attribute wants. */
export const isoOf = (date: Date | string) => new Date(date).toISOString();
