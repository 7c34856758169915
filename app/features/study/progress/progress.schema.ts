import { z } from 'zod';
import { requiredFlag } from '../../core/schemas/request-shapes.ts';

const mostSeconds = 24 * 3_600;

/** A moment of a video in whole seconds, as calls send it. */
export const secondsSchema = z
  .int({ error: 'Send seconds as a whole number.' })
  .min(0, 'A video begins at second 0.')
  .max(mostSeconds, 'No video is as long as that.');

export const progressSchema = z.object({ seconds: secondsSchema });

export const seenSchema = z.object({ seen: requiredFlag('seen') });

export const pausedSchema = z.object({ paused: requiredFlag('paused') });

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

/** Where in a file an answered range begins, 0 to 1, by its `Content-Range`; null at the beginning, and without one. */
export function shareOfRange(range: unknown): number | null {
  const [, begin, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(typeof range === 'string' ? range : '') ?? [];
  const share = Number(begin) / Number(size);
  return share > 0 && share < 1 ? share : null;
}
