import { Invalid } from '../../errors.ts';

/** When an item is published: at once, by itself at a moment, or not before its creator says so. */
export const releases = ['now', 'later', 'draft'] as const;
export type Release = (typeof releases)[number];

export interface ReleaseWish {
  release: Release;
  publishAt: Date | null;
}

/** The columns that a wish means. @throws Invalid beside `publishAt` for a moment that has passed */
export function releaseOf({ release, publishAt }: ReleaseWish, now: Date) {
  if (release === 'now') return { status: 'published', publishAt: null, publishedAt: now } as const;
  if (release === 'draft') return { status: 'draft', publishAt: null, publishedAt: null } as const;
  if (!publishAt || publishAt <= now) {
    throw new Invalid({ publishAt: ['This moment has passed. Please choose one that lies ahead (UTC).'] });
  }
  return { status: 'draft', publishAt, publishedAt: null } as const;
}

const largestYear = 2100;
const noMoment = new Date(Number.NaN);

/**
 * The moment in a `datetime-local` field, which is UTC: a server that is sent no scripts back cannot know the
 * person's own clock, so the form says so. A program may add its offset. Nothing is null; what is no moment becomes an invalid date, for the schema.
 */
export function momentIn(value: unknown): Date | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') return noMoment;
  const [, day, time, offset = 'Z'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/.exec(value.trim()) ?? [];
  const written = new Date(`${day}T${time}Z`);
  // JavaScript reads the 31st of February as the 3rd of March.
  const isReal = !Number.isNaN(written.getTime()) && written.toISOString().startsWith(day ?? ' ');
  return isReal && written.getUTCFullYear() < largestYear ? new Date(`${day}T${time}${offset}`) : noMoment;
}

/** A moment as a `datetime-local` field wants it, in UTC. */
export const momentText = (moment: Date | string) => new Date(moment).toISOString().slice(0, 16);
