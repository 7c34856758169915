import { z } from 'zod';
import { wholeNumber } from '../schemas/request-shapes.ts';
import { count, exampleText, moment, id as number, username } from '../schemas/response-shapes.ts';
import { type EventKind, eventKinds, kinds } from './event-kinds.ts';

const id = wholeNumber('Name notifications by their numbers.', 1, Number.MAX_SAFE_INTEGER);

/** A line of the page that holds several notifications, by the id of one of them. */
export const bundleIdSchema = id;

/** One notification, or all up to the place in the list that the page was showing. */
export const readSchema = z.union([z.object({ id }), z.object({ upTo: id })]);

const strictId = z.int({ error: 'Name notifications by their numbers.' }).min(1).max(Number.MAX_SAFE_INTEGER);
const mostIds = 100;

export const readCallSchema = z
  .object({
    ids: z
      .array(strictId, { error: 'Send ids as a list of numbers.' })
      .min(1, 'Name at least one.')
      .max(mostIds, `At most ${mostIds} at a time.`)
      .optional(),
    all: z.literal(true, { error: 'Send all as true, or leave it out.' }).optional(),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), 'Send either ids or all.');

const eachOnce = 'Name each kind once.';
const unknownKind = `There are these kinds: ${kinds.join(', ')}.`;

export const choicesSchema = z.object({
  kinds: z.array(z.enum(kinds, { error: unknownKind })).max(kinds.length, eachOnce),
});

export const choicesCallSchema = z.object({
  kinds: z
    .array(z.enum(kinds, { error: unknownKind }), { error: 'Send kinds as a list.' })
    .max(kinds.length, eachOnce),
});

const allEventKinds = [...new Set(Object.values(eventKinds).flat())] as [EventKind, ...EventKind[]];

export const noticeShape = z
  .object({
    id: number,
    kind: z.enum(kinds),
    event: z.enum(allEventKinds).describe('What happened, within its kind.'),
    count: count.describe('How many of them were gathered while it was unread.'),
    text: exampleText('Bia Costa sent you a message.'),
    address: exampleText('/messages/coach_bia')
      .nullable()
      .describe('Where it leads; null when that is gone.'),
    by: z
      .object({ username, name: exampleText('Bia Costa') })
      .nullable()
      .describe('Who did it; null when no one did, or they have left.'),
    at: moment,
    isRead: z.boolean(),
  })
  .meta({ id: 'Notification' });

export const kindsShape = z.object({ kinds: z.array(z.enum(kinds)) });
