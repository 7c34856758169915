import { z } from 'zod';
import { answer, api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { parseInput } from '../../../http/parse.ts';
import { pictureFormBytes } from '../../../http/uploads/multipart.server.ts';
import { setBlock } from './block.server.ts';
import { changeSchema, maxPictures, messageSchema, messageShape, sentShape } from './message.schema.ts';
import { sendCall } from './message-form.server.ts';
import { messageJson } from './message-view.server.ts';
import { findPerson } from './person.server.ts';
import { markRead, readThread } from './thread.server.ts';

const reading = {
  summary: 'Read the messages with a member',
  details: 'The newest first. Fetching marks nothing as read.',
  isPaged: true,
  responses: { 200: z.array(messageShape) },
  errorResponses: { 403: 'It is oneself.' },
} satisfies Description;

const writing = {
  summary: 'Write to a member',
  details:
    'JSON, or a form with pictures. 200 instead of 201 when this `attempt` has brought the message already.',
  body: messageSchema,
  example: { text: 'How do you finish it against a strong underhook?' },
  files: { pictures: 'At most three.' },
  rateLimits: ['message', 'conversation', 'message form'],
  responses: { 200: sentShape, 201: sentShape },
  errorResponses: {
    403: 'It is oneself.',
    422: 'One may not write to them, or a field does not fit; `message` says why.',
  },
} satisfies Description;

const changing = {
  summary: 'Block or unblock a member, or mark messages as read',
  details: '`readUpTo` is the id of the last message that was read.',
  body: changeSchema,
  example: { blocked: true },
  responses: { 200: z.object({ blocked: z.boolean() }) },
  errorResponses: { 403: 'It is oneself.' },
} satisfies Description;

const call = api({
  GET: member(reading, async (scope, { params, url }) => {
    const page = await readThread(scope, params.username ?? '', {
      size: requestedSize(url),
      after: url.searchParams.get('cursor'),
    });
    return listAnswer(
      scope,
      url,
      page.items.map((each) => messageJson(scope, each)),
      page.after,
    );
  }),
  POST: member(writing, async (scope, { params, sent }) => {
    const { values, ...files } = await sent('message form', pictureFormBytes(maxPictures));
    const input = parseInput(writing.body, values);
    const message = await sendCall(scope, params.username ?? '', files, input);
    return answer(message.isNew ? 201 : 200, message);
  }),
  PATCH: member(changing, async (scope, { params, body }) => {
    const { blocked, readUpTo } = await body();
    const username = params.username ?? '';
    if (readUpTo !== undefined) {
      const { conversationId } = await findPerson(scope, username);
      if (conversationId !== null) await markRead(scope, conversationId, readUpTo);
    }
    // Members whom the caller cannot write to can be blocked all the same.
    if (blocked !== undefined) return { blocked: (await setBlock(scope, username, blocked)).blocked };
    return { blocked: (await findPerson(scope, username)).isBlocked };
  }),
});
export const loader = call.loader;
export const action = call.action;
