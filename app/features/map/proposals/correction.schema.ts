import { z } from 'zod';
import { roles, rulesets } from '../graph/states.ts';
import { nameLanguages } from '../names/languages.ts';
import { correctionSubjects } from './correction-terms.ts';
import { isName, nameRule, oneLine } from './name-rules.ts';
import { longestReason, longestSource } from './proposal.schema.ts';

export const longestText = 2_000;

export const correctionSchema = z.object({
  subject: z.enum(correctionSubjects, { error: 'Please choose what is wrong.' }),
  text: z
    .string({ error: 'Please say what is wrong.' })
    .trim()
    .min(1, 'Please say what is wrong.')
    .max(longestText, `At most ${longestText} characters, please.`),
  source: z
    .string()
    .max(longestSource, `At most ${longestSource} characters, please.`)
    .transform(oneLine)
    .optional()
    .describe('Where this is known from, such as a book.'),
});
export type CorrectionInput = z.output<typeof correctionSchema>;

/** Accepting changes what is filled in; all of it is optional, because some things are changed elsewhere. */
export const correctionDecisionSchema = z
  .object({
    outcome: z.enum(['accept', 'decline'], { error: 'Please choose an outcome.' }),
    name: z.string().max(1_000, nameRule).transform(oneLine).refine(isName, nameRule).optional(),
    language: z.enum(nameLanguages).optional(),
    use: z.enum(['another', 'shown']).optional(),
    actor: z.enum([...roles, 'both']).optional(),
    ruleset: z.enum(rulesets).optional(),
    reason: z
      .string()
      .trim()
      .max(longestReason, `At most ${longestReason} characters, please.`)
      .optional()
      .transform((text) => text || null),
  })
  .refine(({ outcome, reason }) => outcome === 'accept' || reason !== null, {
    path: ['reason'],
    message: 'Please tell the member why.',
  });
export type CorrectionDecision = z.output<typeof correctionDecisionSchema>;
