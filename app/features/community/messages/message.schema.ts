import { z } from 'zod';
import { requiredFlag } from '../../core/schemas/request-shapes.ts';
import { exampleText, id, mediaUrl, moment } from '../../core/schemas/response-shapes.ts';
import { unseen } from '../../library/authoring/upload.schema.ts';

export const maxText = 2000;
export const maxPictures = 3;

/** A message from the form or a call; `attempt` names the form, so that sending it twice is one message. */
export const messageSchema = z.object({
  text: z
    .string({ error: 'Please write something.' })
    .trim()
    .max(maxText, `A message can have at most ${maxText} characters.`)
    .refine((text) => text.replace(unseen, '') !== '', 'Please write something.'),
  attempt: z
    .string({ error: 'The attempt is a text.' })
    .trim()
    .max(64, 'The attempt is too long.')
    .optional(),
});
export type MessageInput = z.output<typeof messageSchema>;

export const firstMessageSchema = messageSchema.extend({
  to: z
    .string({ error: 'Please name a member by their username.' })
    .trim()
    .min(1, 'Please name a member by their username.'),
});

export const messageShape = z
  .object({
    id,
    text: exampleText('Grip the far lapel first.').nullable().describe('Null when its author has left.'),
    sentAt: moment,
    isOwn: z.boolean(),
    isRead: z.boolean().describe('Whether the other member has opened it; only for your own messages.'),
    pictures: z.array(mediaUrl),
  })
  .meta({ id: 'Message' });

export const sentShape = z.object({ id, isNew: z.boolean() }).meta({ id: 'SentMessage' });

/** The wanted state, not a toggle, so that pressing twice does no harm. */
export const blockSchema = z.object({ blocked: requiredFlag('blocked') });
export const mailSchema = z.object({ mails: requiredFlag('mails') });

export const changeSchema = z
  .object({
    blocked: requiredFlag('blocked').optional(),
    readUpTo: z
      .int({ error: 'Name the last message that was read.' })
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .optional(),
  })
  .refine(
    ({ blocked, readUpTo }) => blocked !== undefined || readUpTo !== undefined,
    'Say what is to change: blocked or readUpTo.',
  );
