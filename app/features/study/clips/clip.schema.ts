import { z } from 'zod';
import { wholeNumber } from '../../core/schemas/request-shapes.ts';
import { exampleText, id, mediaUrl } from '../../core/schemas/response-shapes.ts';
import { parseClockTime } from '../../library/items/step.ts';
import { mostSeconds, speeds, timeOf } from './loop.ts';

const timeMessage = 'Write a time in seconds, such as 12.5, or as the player shows it, such as 1:02.';
const speedMessage = 'Choose the speed: 1, 0.5 or 0.25.';

/** Seconds with at most one decimal, of a text or a number; NaN for what is no time. */
function readSeconds(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  return parseClockTime(String(value), { decimals: 1, isLenient: true }) ?? Number.NaN;
}

const seconds = (example: number) =>
  z
    .preprocess(readSeconds, z.number({ error: timeMessage }).min(0, timeMessage).max(99_999, timeMessage))
    .meta({
      description: 'Seconds from the beginning of the video, with at most one decimal.',
      examples: [example],
    });

const speed = z
  .preprocess(
    (value) => {
      if (value === undefined || value === '') return 1;
      return typeof value === 'string' ? Number(value) : value;
    },
    z.literal(speeds, { error: speedMessage }),
  )
  .meta({ description: '1, 0.5 or 0.25; 1 if it is left out.', examples: [0.5] });

/** A part of a video, and how fast it plays. */
export const loopSchema = z
  .object({
    mediaId: wholeNumber('Name the video by its number: `mediaId`.', 1, Number.MAX_SAFE_INTEGER).meta({
      description: 'A video of the item, as its page names it.',
      examples: [42],
    }),
    from: seconds(12.5),
    to: seconds(18),
    speed,
  })
  .superRefine(({ from, to }, context) => {
    const tenths = Math.round(10 * to) - Math.round(10 * from);
    const say = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message });
    if (tenths <= 0) say('The end must come after the start.');
    else if (tenths > 10 * mostSeconds) say(`A loop has at most ${mostSeconds} seconds.`);
  });
export type Loop = z.output<typeof loopSchema>;

/** What does not fit a video that ends there, with its field. */
export function misfit({ from, to }: Loop, end: number | null): [field: 'from' | 'to', words: string] | null {
  if (end === null || to <= end) return null;
  return [from >= end ? 'from' : 'to', `The video ends at ${timeOf(end)}.`];
}

/** The fields of the page as they were written, and what they mean for a video that ends there; `loop` is null while
 *  nothing is asked or something is wrong. With a start alone a loop has five seconds. */
export function readLoop(query: URLSearchParams, mediaId: number, end: number | null) {
  const written = {
    from: (query.get('from') ?? '').slice(0, 20),
    to: (query.get('to') ?? '').slice(0, 20),
    speed: query.get('speed') ?? '1',
  };
  if (!written.from && !written.to) return { written, loop: null, errors: null };
  const from = written.from || '0';
  const fiveOn = (Math.round(10 * Number(readSeconds(from))) + 50) / 10;
  const to = written.to || String(Math.min(fiveOn, end ?? fiveOn));
  const read = loopSchema.safeParse({ ...written, mediaId, from, to });
  if (read.success) {
    const wrong = misfit(read.data, end);
    const errors = wrong && { [wrong[0]]: [wrong[1]] };
    return { written: { ...written, from, to }, loop: wrong ? null : read.data, errors };
  }
  const errors: Record<string, string[]> = {};
  for (const { path, message } of read.error.issues) {
    const field = String(path[0] ?? '');
    errors[field] = [...(errors[field] ?? []), message];
  }
  return { written, loop: null, errors };
}

export const clipShape = z
  .object({
    mediaId: id,
    from: z.number().meta({ examples: [12.5] }),
    to: z.number().meta({ examples: [18] }),
    speed: z.number().meta({ examples: [0.5] }),
    state: z.enum(['waiting', 'ready', 'failed']),
    before: z
      .number()
      .nullable()
      .meta({
        description: 'How many clips are cut before it, at a few seconds each; null when it does not wait.',
        examples: [null],
      }),
    url: mediaUrl.nullable().meta({
      description: 'A silent video (MP4); null until it is ready.',
      examples: ['/media/0f3c2a/clip.mp4'],
    }),
    page: exampleText('/content/42/loop?media=42&from=12.5&to=18&speed=0.5'),
  })
  .meta({ id: 'Clip' });
export type ClipJson = z.output<typeof clipShape>;
