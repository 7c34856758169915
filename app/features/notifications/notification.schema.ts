import { z } from 'zod';
import { kinds } from './kinds.ts';

const id = z.coerce.number({ error: 'Name notifications by their numbers.' }).int().min(1).max(2_147_483_647);

/** What the button says: one notification, or all up to the place in the list that it was drawn for. */
export const readSchema = z.union([z.object({ id }), z.object({ upTo: id })]);

const strictId = z.int({ error: 'Name notifications by their numbers.' }).min(1).max(2_147_483_647);
const mostIds = 100;

/** The call: `ids`, or `all` for everything there is at this moment. */
export const readCallSchema = z
  .object({
    ids: z
      .array(strictId, { error: 'Send ids as a list of numbers.' })
      .min(1, 'Name at least one.')
      .max(mostIds, `At most ${mostIds} at once.`)
      .optional(),
    all: z.literal(true, { error: 'Send all as true, or leave it out.' }).optional(),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), 'Send either ids or all.');

const unknownKind = `There are these kinds: ${kinds.join(', ')}.`;

/** The kinds a member wants to hear of; none is a choice as well. */
export const choicesSchema = z.object({
  kinds: z.array(z.enum(kinds, { error: unknownKind })),
});

/** The same as a call, where leaving it out is a mistake. */
export const choicesCallSchema = z.object({
  kinds: z.array(z.enum(kinds, { error: unknownKind }), { error: 'Send kinds as a list.' }),
});
