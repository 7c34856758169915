import { z } from 'zod';
import { families } from '../graph/families.ts';
import { roles, rulesets } from '../graph/states.ts';
import { nameLanguages } from '../names/languages.ts';
import { isName, nameRule, oneLine } from './name-rules.ts';

export const longestSource = 500;
export const longestReason = 1_000;

const name = z
  .string({ error: 'Please write a name.' })
  .max(1_000, nameRule)
  .transform(oneLine)
  .refine(isName, nameRule);

/** A position or a transition by any name, its number, or its address. */
const reference = z.string().max(200, 'At most 200 characters, please.').transform(oneLine);

const source = z
  .string()
  .max(longestSource, `At most ${longestSource} characters, please.`)
  .transform(oneLine)
  .describe('Where it is known from, such as a book.');

const actor = z.enum([...roles, 'both'], { error: 'Please choose who acts.' });
const ruleset = z.enum(rulesets, { error: 'Please choose from the list.' });

export const proposedFields = {
  name,
  from: reference.optional().describe('Where a transition starts: a name, `12` or `p/12`.'),
  to: reference.optional().describe('Where it ends.'),
  actor: actor.optional().describe('Who acts, by the roles at its start.'),
  ruleset: ruleset.optional(),
  looksLike: reference.optional().describe('The position whose drawing a proposed position shows.'),
  source: source.optional(),
};

export const proposeSchema = z
  .object({
    kind: z.enum(['position', 'transition'], { error: 'Please choose what it is.' }),
    ...proposedFields,
  })
  .superRefine(({ kind, from, to }, context) => {
    if (kind === 'position') return;
    if (!from) context.addIssue({ code: 'custom', path: ['from'], message: 'Where does it start?' });
    if (!to) context.addIssue({ code: 'custom', path: ['to'], message: 'Where does it end?' });
  });
export type ProposeInput = z.output<typeof proposeSchema>;

/** What its proposer may still say about a waiting proposal. */
export const detailsSchema = z.object(proposedFields);
export type DetailsInput = z.output<typeof detailsSchema>;

const reason = z
  .string()
  .trim()
  .max(longestReason, `At most ${longestReason} characters, please.`)
  .optional()
  .transform((text) => text || null);

export const outcomes = ['accept', 'merge', 'decline'] as const;
/** What curators and admins decide about what they wrote themselves. */
export const ownOutcomes = ['decline'] as const;
export const needsAnother =
  'You wrote this yourself, so another curator or an admin decides whether the map gets it. You can only decline it.';
const familySlugs = families.map(({ slug }) => slug) as [string, ...string[]];

export const decisionSchema = z
  .object({
    outcome: z.enum(outcomes, { error: 'Please choose an outcome.' }),
    seen: z
      .string()
      .max(60)
      .optional()
      .describe('The state that the decision is about, as it was read; by default a proposal that waits.'),
    name: name.optional().describe('The right name; the proposed one then becomes another name.'),
    language: z.enum(nameLanguages).optional().describe('Of the name. A guess by its letters otherwise.'),
    family: z.enum(familySlugs, { error: 'Please choose from the list.' }).optional(),
    from: reference.optional(),
    to: reference.optional(),
    actor: actor.optional(),
    ruleset: ruleset.optional(),
    roles: z
      .enum(['stay', 'change'])
      .optional()
      .describe('Whether the one on top at the start is at the bottom at the end.'),
    directions: z.enum(['one', 'both']).optional(),
    looksLike: reference.optional(),
    into: reference.optional().describe('What it is merged into: a name, a number or an address.'),
    reason: reason.describe('The proposer reads it.'),
  })
  .superRefine(({ outcome, into, reason }, context) => {
    if (outcome === 'merge' && !into)
      context.addIssue({ code: 'custom', path: ['into'], message: 'Please choose what it is merged into.' });
    if (outcome === 'decline' && !reason)
      context.addIssue({ code: 'custom', path: ['reason'], message: 'Please tell the proposer why.' });
  });
export type Decision = z.output<typeof decisionSchema>;
