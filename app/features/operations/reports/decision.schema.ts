import { z } from 'zod';
import { outcomes } from './outcomes.ts';

export const maxNote = 1000;

const note = (label: string) =>
  z
    .string()
    .trim()
    .max(maxNote, `${label} can have at most ${maxNote} characters.`)
    .optional()
    .transform((text) => text || null);

export const decisionSchema = z
  .object({
    outcome: z.enum(outcomes, { error: 'Please choose an outcome.' }),
    personNote: note('The note to the person'),
    logNote: note('The note for the log'),
  })
  .refine(({ outcome, personNote }) => outcome === 'dismissed' || personNote !== null, {
    path: ['personNote'],
    message: 'Please tell the person what was wrong.',
  });
export type Decision = z.output<typeof decisionSchema>;
