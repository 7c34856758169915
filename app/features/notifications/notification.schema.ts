import { z } from 'zod';
import { count, moment, id as number, username, words } from '../handbook/answered.ts';
import { type Deed, deeds, kinds } from './kinds.ts';

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

const allDeeds = [...new Set(Object.values(deeds).flat())] as [Deed, ...Deed[]];

/** A notification as the calls answer it. */
export const noticeShape = z
  .object({
    id: number,
    kind: z.enum(kinds),
    deed: z.enum(allDeeds).describe('What happened, within its kind.'),
    count: count.describe('How many of them were gathered while it was unread.'),
    text: words('Bia Costa sent you a message.'),
    address: words('/messages/coach_bia').nullable().describe('Where it leads; null when that is gone.'),
    by: z
      .object({ username, name: words('Bia Costa') })
      .nullable()
      .describe('Who did it; null where nobody did, or they have left.'),
    at: moment,
    isRead: z.boolean(),
  })
  .meta({ id: 'Notification' });

export const kindsShape = z.object({ kinds: z.array(z.enum(kinds)) });
