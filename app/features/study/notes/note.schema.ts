import { z } from 'zod';
import { wholeNumber } from '../../core/schemas/request-shapes.ts';
import { exampleText, id, moment } from '../../core/schemas/response-shapes.ts';
import { parseClockTime } from '../../library/items/step.ts';
import { secondsSchema } from '../progress/progress.schema.ts';

export const mostText = 2_000;

const text = z
  .string({ error: 'Please write a note.' })
  .trim()
  .min(1, 'Please write a note.')
  .max(mostText, `A note has at most ${mostText.toLocaleString('en-US')} characters.`);

/** A note as calls send it. */
export const noteSchema = z.object({ seconds: secondsSchema.nullish(), text });

export const noteChangeSchema = noteSchema.partial();

/** A note as forms send it; its moment is written like '3:12'. */
export const noteFormSchema = z.object({
  at: z
    .string()
    .trim()
    .optional()
    .default('')
    .refine(
      (at) => at === '' || parseClockTime(at) !== undefined,
      'Write the moment as 3:12, or leave it empty.',
    ),
  text,
  /** A hidden id of the form. */
  attempt: z.string().trim().max(64).optional(),
});

/** The seconds of a form's moment; null without one. */
export const momentOfForm = (at: string): number | null => (at === '' ? null : (parseClockTime(at) ?? null));

export const searchSchema = z.object({
  search: z.string().trim().max(100).catch('').default(''),
  position: wholeNumber('A position is a number.', 1, 2_147_483_647)
    .optional()
    .meta({ description: 'Only notes on items that begin or end in this position of the map.' }),
});
export type NoteSearch = z.output<typeof searchSchema>;

export const noteShape = z
  .object({
    id,
    contentId: id.nullable().describe('Null once the item is deleted.'),
    title: exampleText('Knee cut from half guard'),
    seconds: z
      .int()
      .nullable()
      .meta({ description: 'The moment of the first video.', examples: [192] }),
    text: exampleText('Hide the elbow before the knee moves.'),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Note' });
export type NoteJson = z.output<typeof noteShape>;
