import { z } from 'zod';
import { email, personName } from '../accounts/account.schema.ts';
import { id, moment, words } from '../handbook/answered.ts';
import { unseen } from '../uploads/upload.schema.ts';
import { states, topicNames } from './words.ts';

export const maxSubject = 120;
export const maxWords = 4000;
export const maxReference = 100;

const nothing = 'Please write what it is about.';
const isSaid = (text: string) => text.replace(unseen, '') !== '';

const written = z
  .string({ error: nothing })
  .trim()
  .max(maxWords, `That can be at most ${maxWords} characters.`)
  .refine(isSaid, nothing);

const attempt = z
  .string({ error: 'The attempt is a text.' })
  .trim()
  .max(64, 'The attempt is too long.')
  .optional();

const noSubject = 'Please give it a subject, in a few words.';

/** A question to support; `attempt` names the form, so that sending it twice is one question. */
export const questionSchema = z.object({
  topic: z.enum(topicNames, { error: 'Please choose what it is about.' }),
  subject: z
    .string({ error: noSubject })
    .trim()
    .max(maxSubject, `The subject can have at most ${maxSubject} characters.`)
    .regex(/^\P{Cc}*$/u, 'The subject is one line.')
    .refine(isSaid, noSubject),
  text: written,
  reference: z
    .string({ error: 'The reference is a text.' })
    .trim()
    .max(maxReference, `The reference can have at most ${maxReference} characters.`)
    .regex(/^\P{Cc}*$/u, 'The reference is one line.')
    .optional(),
  attempt,
});
export type QuestionInput = z.output<typeof questionSchema>;

/** The same from somebody who is not signed in: the answer needs an address. */
export const visitorQuestionSchema = questionSchema.extend({ name: personName('Name'), email });
export type VisitorQuestion = z.output<typeof visitorQuestionSchema>;

/** More words to a question that was asked. */
export const wordsSchema = z.object({ text: written, attempt });
export type WordsInput = z.output<typeof wordsSchema>;

/** The last words that an admin had before them; a program need not say. */
const seen = z.coerce.number({ error: 'Name the last words that were read.' }).int().min(0).optional();

/** What an admin answers. */
export const answerSchema = wordsSchema.extend({
  close: z.stringbool({ truthy: ['true', '1', 'on'], falsy: ['false', '0', ''] }).optional(),
  seen,
});
export type AnswerInput = z.output<typeof answerSchema>;

export const closeSchema = z.object({ seen });

/** What may be changed about one's own question by a call. */
export const changeSchema = z.object({
  closed: z.literal(true, { error: 'Say closed: true. Writing opens it again.' }),
});

/** A question as the calls answer it. */
export const questionShape = z
  .object({
    id,
    topic: z.enum(topicNames),
    subject: words('Charged twice'),
    reference: words('receipt 12').nullable(),
    state: z.enum(states),
    askedAt: moment,
    lastAt: moment,
    dueAt: moment
      .nullable()
      .meta({ description: 'Until when we promise to answer; null while nothing waits.' }),
  })
  .meta({ id: 'Question' });

/** What was written to it. */
export const wordsShape = z.object({
  id,
  isAnswer: z.boolean().meta({ description: 'Written by us.' }),
  text: words('It goes back to your card today.'),
  at: moment,
});
