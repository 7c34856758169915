import { newest } from './newest.ts';
import { type ViewerClock, viewerClock, wallTime } from './time-zone.ts';

type Moment = Date | string;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** One takes 35 kB, and a cookie may name any of 420 zones. */
const formats = newest<Intl.DateTimeFormat>(200);

/** A formatter costs more than the page around it, so each is made once. */
function written(date: Moment, zone: string | null, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([zone, options]);
  const shown = { ...options, timeZone: zone ?? 'UTC', hourCycle: 'h23' } as const;
  return formats(key, () => new Intl.DateTimeFormat('en-US', shown)).format(new Date(date));
}

/** A day without an hour is the same day everywhere. */
const zoneFor = (date: Moment, zone: string | null) =>
  typeof date === 'string' && date.length === 'yyyy-mm-dd'.length ? null : zone;

/** 'Nov 21, 2026', as the viewer's calendar shows it. */
export const dayOf = (date: Moment, { zone } = viewerClock()) =>
  written(date, zoneFor(date, zone), { dateStyle: 'medium' });

/** The day for comparing and for `datetime`: '2026-11-21'. */
export const calendarDay = (date: Moment, { zone } = viewerClock()) =>
  wallTime(date, zone ?? 'UTC').slice(0, 10);

/** '15:19', or '15:19 UTC' while the viewer's zone is not known. */
export const timeOf = (date: Moment, { zone } = viewerClock()) =>
  `${written(date, zone, { timeStyle: 'short' })}${zone ? '' : ' UTC'}`;

const fullMoment = (date: Moment, clock: ViewerClock) => `${dayOf(date, clock)}, ${timeOf(date, clock)}`;

/** 'Saturday, November 21, 2026 at 16:19 GMT+1', for titles and emails. */
export const exactMomentOf = (date: Moment, { zone }: Pick<ViewerClock, 'zone'> = viewerClock()) =>
  zone === null
    ? `${written(date, null, { dateStyle: 'full', timeStyle: 'short' })} UTC`
    : written(date, zone, {
        ...({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const),
        ...({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const),
      });

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** '2 hours ago', 'yesterday at 15:19', 'tomorrow at 9:00', 'Sunday at 15:19', 'Nov 21, 2026, 15:19'. */
export function momentOf(date: Moment, clock: ViewerClock = viewerClock()): string {
  const { now } = clock;
  if (!now) return fullMoment(date, clock);
  const past = now.getTime() - new Date(date).getTime();
  if (Math.abs(past) < minuteMs) return 'just now';
  if (Math.abs(past) < hourMs) {
    const minutes = plural(Math.floor(Math.abs(past) / minuteMs), 'minute');
    return past > 0 ? `${minutes} ago` : `in ${minutes}`;
  }
  const day = nearDay(date, clock, now);
  if (past > 0 && day === 'today') return `${plural(Math.floor(past / hourMs), 'hour')} ago`;
  return day ? `${day} at ${timeOf(date, clock)}` : fullMoment(date, clock);
}

/** The same after a verb: '2 hours ago', 'on Sunday at 15:19'. */
export const onMoment = (date: Moment, clock: ViewerClock = viewerClock()): string =>
  momentOf(date, clock).replace(/^(?=[A-Z])/, 'on ');

/** The end of a time limit, after 'by' or 'until': 'today at 15:19', 'Sunday evening', 'Nov 29, 2026'. */
export function deadlineOf(date: Moment, clock: ViewerClock = viewerClock()): string {
  const { zone, now } = clock;
  if (!now) return fullMoment(date, clock);
  const day = nearDay(date, clock, now);
  if (!zone || !day) return day ? `${day} at ${timeOf(date, clock)}` : fullMoment(date, clock);
  const hour = Number(written(date, zone, { hour: '2-digit' }));
  // The hours after midnight would be read as the evening after, so they keep their figures.
  if (!/^[A-Z]/.test(day) || hour < 6) return `${day} at ${timeOf(date, clock)}`;
  return `${day} ${hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'}`;
}

/** The name of a day less than a week away, in lower case for the three nearest; null for one further away. */
function nearDay(date: Moment, clock: ViewerClock, now: Date): string | null {
  const startOf = (moment: Moment) => new Date(calendarDay(moment, clock)).getTime();
  const days = Math.round((startOf(date) - startOf(now)) / dayMs);
  const named = new Map([
    [-1, 'yesterday'],
    [0, 'today'],
    [1, 'tomorrow'],
  ]).get(days);
  if (named) return named;
  return Math.abs(days) < 7 ? written(date, clock.zone, { weekday: 'long' }) : null;
}

export const isoOf = (date: Moment) => new Date(date).toISOString();

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
export function leftUntil(due: Moment, now: Date): string {
  const hours = (new Date(due).getTime() - now.getTime()) / hourMs;
  if (hours < 0) return hours > -1 ? 'Overdue' : `Overdue by ${inWords(-hours)}`;
  return hours < 1 ? 'Less than 1 h left' : `${inWords(hours)} left`;
}

const inWords = (hours: number) => (hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} days`);
