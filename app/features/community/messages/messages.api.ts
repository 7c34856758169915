import { z } from 'zod';
import { answer, api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { parseInput } from '../../../http/parse.ts';
import { pictureFormBytes } from '../../../http/uploads/multipart.server.ts';
import { profileImage } from '../../core/media/pictures.server.ts';
import { count, exampleText, id, mediaUrl, moment, username } from '../../core/schemas/response-shapes.ts';
import { listConversations } from './conversations.server.ts';
import { firstMessageSchema, maxPictures, sentShape } from './message.schema.ts';
import { sendCall } from './message-form.server.ts';

const conversation = z
  .object({
    with: z.object({ id, username, name: exampleText('Bia Costa'), profileImageUrl: mediaUrl.nullable() }),
    unread: count,
    last: z.object({
      text: exampleText('Grip the far lapel first.').nullable().describe('Its beginning.'),
      hasPictures: z.boolean(),
      isOwn: z.boolean(),
      sentAt: moment,
    }),
  })
  .meta({ id: 'Conversation' });

const listing = {
  summary: 'List one’s conversations',
  details: 'The one with the latest message first.',
  isPaged: true,
  responses: { 200: z.array(conversation) },
} satisfies Description;

const writing = {
  summary: 'Write to a member, named in the body',
  details: 'The same as `POST /api/messages/{username}`.',
  body: firstMessageSchema,
  example: { to: 'coach_bia', text: 'Hello!' },
  files: { pictures: 'At most three.' },
  rateLimits: ['message', 'conversation', 'message form'],
  responses: { 200: sentShape, 201: sentShape },
  errorResponses: {
    403: 'It is oneself.',
    404: 'There is no member with this name to write to.',
    422: 'One may not write to them, or a field does not fit; `message` says why.',
  },
} satisfies Description;

const call = api({
  GET: member(listing, async (scope, { url }) => {
    const page = await listConversations(scope, {
      size: requestedSize(url),
      after: url.searchParams.get('cursor'),
    });
    const conversations = page.items.map(({ userId, username, name, imageKey, unread, ...last }) => ({
      with: { id: userId, username, name, profileImageUrl: profileImage(scope, imageKey) },
      unread,
      last: {
        text: last.text,
        hasPictures: last.hasPictures,
        isOwn: last.isOwn,
        sentAt: new Date(last.sentAt).toISOString(),
      },
    }));
    return listAnswer(scope, url, conversations, page.after);
  }),
  POST: member(writing, async (scope, { sent }) => {
    const { values, ...files } = await sent('message form', pictureFormBytes(maxPictures));
    const { to, ...input } = parseInput(writing.body, values);
    const message = await sendCall(scope, to, files, input);
    return answer(message.isNew ? 201 : 200, message);
  }),
});
export const loader = call.loader;
export const action = call.action;
