import { z } from 'zod';
import { reasonNames } from './outcomes.ts';

export const maxDetails = 1000;

const noNumber = 'Send the number of what is reported, like 42.';
const number = (most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value),
    z.int(noNumber).min(1, noNumber).max(most, noNumber),
  );
const int = number(2_147_483_647);
const bigint = number(Number.MAX_SAFE_INTEGER);

const noUsername = 'Send the username of the creator.';
const oneOfThem = 'Name one thing: content, review, creator, message or comment.';

/** The query of `/report`, and part of the call. */
export const subjectSchema = z
  .object({
    content: int.optional(),
    review: bigint.optional(),
    creator: z.string(noUsername).max(64, noUsername).optional(),
    message: bigint.optional(),
    comment: bigint.optional(),
  })
  .refine(
    ({ content, review, creator, message, comment }) =>
      [content, review, creator, message, comment].filter((each) => each !== undefined).length === 1,
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
