import { z } from 'zod';
import { states, topicNames } from '../../../domain/support-topics.ts';
import { flag, wholeNumber } from '../../core/schemas/request-shapes.ts';
import { exampleText, id, moment } from '../../core/schemas/response-shapes.ts';
import { email, personName } from '../../identity/accounts/account.schema.ts';
import { unseen } from '../../library/authoring/upload.schema.ts';

export const maxSubject = 120;
export const maxText = 4000;
export const maxReference = 100;

const noText = 'Please write what it is about.';
const isFilled = (text: string) => text.replace(unseen, '') !== '';

const written = z
  .string({ error: noText })
  .trim()
  .max(maxText, `That can be at most ${maxText} characters.`)
  .refine(isFilled, noText);

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
    .refine(isFilled, noSubject),
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

/** A visitor adds a name and an address for the answer. */
export const visitorQuestionSchema = questionSchema.extend({ name: personName('Name'), email });
export type VisitorQuestion = z.output<typeof visitorQuestionSchema>;

export const replySchema = z.object({ text: written, attempt });
export type ReplyInput = z.output<typeof replySchema>;

/** The last reply the admin had read; optional for programs. */
const seen = wholeNumber('Name the last reply that was read.', 0, 2_147_483_647).optional();

export const answerSchema = replySchema.extend({
  close: flag('close').optional(),
  seen,
});
export type AnswerInput = z.output<typeof answerSchema>;

export const closeSchema = z.object({ seen });

export const changeSchema = z.object({
  closed: z.literal(true, { error: 'Say closed: true. Writing opens it again.' }),
});

export const questionShape = z
  .object({
    id,
    topic: z.enum(topicNames),
    subject: exampleText('Charged twice'),
    reference: exampleText('receipt 12').nullable(),
    state: z.enum(states),
    askedAt: moment,
    lastAt: moment,
    dueAt: moment
      .nullable()
      .meta({ description: 'When we promise to answer by; null when nothing is waiting.' }),
  })
  .meta({ id: 'Question' });

export const replyShape = z.object({
  id,
  isAnswer: z.boolean().meta({ description: 'Written by us.' }),
  text: exampleText('It goes back to your card today.'),
  at: moment,
});
