/** A day's figure; `day` is an ISO date. */
export interface DayPoint {
  day: string;
  value: number;
}

/** At most this many lines above zero. */
const mostLines = 4;

/** The values of a chart's lines: round steps from zero to at least `most`, each a multiple of `least`. */
export function scaleOf(most: number, least = 1): number[] {
  const step = Math.max(least, roundUp(most / mostLines));
  const lines = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: lines + 1 }, (_, index) => index * step);
}

function roundUp(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((times) => times * power).find((each) => each >= value) ?? value;
}

const mostNamed = 7;

/** The days that are written below a chart: all of a week, of more days Mondays at even distances. */
export function namedDays(points: readonly DayPoint[]): number[] {
  const all = points.map((_, index) => index);
  if (all.length <= mostNamed) return all;
  const mondays = all.filter((index) => new Date(points[index]?.day ?? '').getUTCDay() === 1);
  const each = Math.ceil(mondays.length / (mostNamed - 2));
  return mondays.filter((_, index) => index % each === 0);
}

const write = (format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'UTC' });
const weekday = write({ weekday: 'short' });
const dayOfMonth = write({ month: 'short', day: 'numeric' });
const whole = write({ weekday: 'short', month: 'short', day: 'numeric' });

/** A counted day is a date without an hour, so these do not depend on the viewer's time zone. */
export const weekdayOf = (day: string) => weekday.format(new Date(day));
/** Of a new month with its name. */
export const dateOf = (day: string) => {
  const date = new Date(day).getUTCDate();
  return date === 1 ? shortDayOf(day) : String(date);
};
export const shortDayOf = (day: string) => dayOfMonth.format(new Date(day));
/** 'Mon, Nov 23' */
export const namedDayOf = (day: string) => whole.format(new Date(day));
