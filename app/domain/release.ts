import { Invalid } from '../errors.ts';

export const releases = ['now', 'later', 'draft'] as const;
export type Release = (typeof releases)[number];

export interface ReleaseInput {
  release: Release;
  publishAt: Date | null;
}

/** The columns for a release. @throws Invalid beside `publishAt` for a moment in the past */
export function releaseOf({ release, publishAt }: ReleaseInput, now: Date) {
  if (release === 'now') return { status: 'published', publishAt: null, publishedAt: now } as const;
  if (release === 'draft') return { status: 'draft', publishAt: null, publishedAt: null } as const;
  if (!publishAt || publishAt <= now) {
    throw new Invalid({ publishAt: ['This moment has passed. Please choose one that lies ahead (UTC).'] });
  }
  return { status: 'draft', publishAt, publishedAt: null } as const;
}

const largestYear = 2100;
const noMoment = new Date(Number.NaN);

/** Reads a `datetime-local` field as UTC, because the server cannot know the person's time zone; calls may add an
 *  offset. Empty gives null; an unreadable value gives an invalid date, which the schema refuses. */
export function momentIn(value: unknown): Date | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') return noMoment;
  const [, day, time, offset = 'Z'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/.exec(value.trim()) ?? [];
  const written = new Date(`${day}T${time}Z`);
  // JavaScript reads February 31st as March 3rd.
  const isReal = !Number.isNaN(written.getTime()) && written.toISOString().startsWith(day ?? ' ');
  return isReal && written.getUTCFullYear() < largestYear ? new Date(`${day}T${time}${offset}`) : noMoment;
}

export const momentText = (moment: Date | string) => new Date(moment).toISOString().slice(0, 16);
