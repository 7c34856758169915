import { z } from 'zod';
import { momentIn } from '../../library/items/step.ts';

const mostSeconds = 24 * 3_600;

/** A moment of a video in whole seconds, as calls send it. */
export const secondsSchema = z
  .int({ error: 'Send seconds as a whole number.' })
  .min(0, 'A video begins at second 0.')
  .max(mostSeconds, 'No video is as long as that.');

export const progressSchema = z.object({ seconds: secondsSchema });

/** Forms send 1 or 0. */
export const seenSchema = z.object({
  seen: z.union([z.boolean(), z.enum(['1', '0']).transform((value) => value === '1')], {
    error: 'Send seen as true or false.',
  }),
});

export const pausedSchema = z.object({
  paused: z.union([z.boolean(), z.enum(['1', '0']).transform((value) => value === '1')], {
    error: 'Send paused as true or false.',
  }),
});

export const progressShape = z
  .object({
    seconds: z
      .int()
      .nullable()
      .meta({ description: 'Where the caller left the first video; null if nowhere.', examples: [192] }),
    seen: z.boolean().describe('Marked as seen, or watched to the end.'),
  })
  .meta({ id: 'Progress' });
export type Progress = z.output<typeof progressShape>;

/** Reads '3:12', '1:02:03' and plain seconds; undefined for anything else. */
export function secondsOf(text: string): number | undefined {
  const plain = momentIn(text.trim());
  if (plain !== null) return plain;
  const [, hours = 0, minutes, seconds] = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(text.trim()) ?? [];
  return minutes === undefined ? undefined : (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
}

/** Where in a file an answered range begins, 0 to 1, by its `Content-Range`; null at the beginning, and without one. */
export function shareOfRange(range: unknown): number | null {
  const [, begin, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(typeof range === 'string' ? range : '') ?? [];
  const share = Number(begin) / Number(size);
  return share > 0 && share < 1 ? share : null;
}
