import { z } from 'zod';
import { reasonNames } from './outcomes.ts';

export const maxDetails = 1000;

const noNumber = 'Send the number of what is reported, like 42.';
const number = z.preprocess(
  (value) => (typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : value),
  z.int(noNumber).min(1, noNumber).max(2_147_483_647, noNumber),
);

const noUsername = 'Send the username of the creator.';
const oneOfThem = 'Name one thing: content, review, creator or message.';

/** The query of `/report`, and part of the call. */
export const subjectSchema = z
  .object({
    content: number.optional(),
    review: number.optional(),
    creator: z.string(noUsername).max(64, noUsername).optional(),
    message: number.optional(),
  })
  .refine(
    ({ content, review, creator, message }) =>
      [content, review, creator, message].filter((each) => each !== undefined).length === 1,
    oneOfThem,
  );
export type AskedSubject = z.output<typeof subjectSchema>;

export const reportSchema = z
  .object({
    reason: z.enum(reasonNames, { error: 'Please choose what is wrong.' }),
    details: z
      .string({ error: 'Details are a text.' })
      .trim()
      .max(maxDetails, `Details can have at most ${maxDetails} characters.`)
      .nullish(),
  })
  .refine(({ reason, details }) => reason !== 'other' || Boolean(details), {
    path: ['details'],
    message: 'Please tell us what is wrong.',
  });
export type ReportInput = z.output<typeof reportSchema>;
