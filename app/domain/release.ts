import { Invalid } from '../errors.ts';
import { instantOf, viewerClock, wallTime } from '../ui/time-zone.ts';

export const releases = ['now', 'later', 'draft'] as const;
export type Release = (typeof releases)[number];

export interface ReleaseInput {
  release: Release;
  publishAt: Date | null;
}

/** Said beside a field whose time is over. */
export const timeHasPassed = () =>
  `This time has passed. Please choose a later one (${viewerClock().zone ?? 'UTC'} time).`;

/** The columns for a release. @throws Invalid beside `publishAt` for a time in the past */
export function releaseOf({ release, publishAt }: ReleaseInput, now: Date) {
  if (release === 'now') return { status: 'published', publishAt: null, publishedAt: now } as const;
  if (release === 'draft') return { status: 'draft', publishAt: null, publishedAt: null } as const;
  if (!publishAt || publishAt <= now) {
    throw new Invalid({ publishAt: [timeHasPassed()] });
  }
  return { status: 'draft', publishAt, publishedAt: null } as const;
}

const largestYear = 2100;
const noMoment = new Date(Number.NaN);

/** Reads a `datetime-local` field in the viewer's zone, in calls and while none is known as UTC; calls may add an
 *  offset. Empty gives null; an unreadable value gives an invalid date, which the schema refuses. */
export function momentIn(value: unknown): Date | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') return noMoment;
  const [, day, time, offset] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/.exec(value.trim()) ?? [];
  const written = new Date(`${day}T${time}Z`);
  // JavaScript reads February 31st as March 3rd.
  const isReal = !Number.isNaN(written.getTime()) && written.toISOString().startsWith(day ?? ' ');
  if (!isReal || written.getUTCFullYear() >= largestYear) return noMoment;
  const { zone } = viewerClock();
  return offset || !zone ? new Date(`${day}T${time}${offset ?? 'Z'}`) : instantOf(`${day}T${time}`, zone);
}

/** The value of a `datetime-local` field, which `momentIn` reads again. */
export const momentText = (moment: Date | string) => wallTime(moment, viewerClock().zone ?? 'UTC');
