import { z } from 'zod';
import { answer, api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { nextLink, requestedSize } from '../../../http/api/list-call.server.ts';
import { id as idShape } from '../../core/schemas/response-shapes.ts';
import { addReply, closeOwnQuestion, findOwnQuestion, questionJson } from './own.server.ts';
import { changeSchema, questionShape, replySchema, replyShape } from './question.schema.ts';
import { listReplies } from './thread.server.ts';

const reading = {
  summary: 'Read one of one’s questions',
  details: 'With its replies, the newest first.',
  isPaged: true,
  responses: {
    200: questionShape.extend({ replies: z.array(replyShape) }).meta({ id: 'QuestionWithReplies' }),
  },
} satisfies Description;

const written = z.object({ id: idShape, isNew: z.boolean() });
const writing = {
  summary: 'Add a reply to a question',
  details: 'Opens an answered or closed one again. The same `attempt` with the same text counts once.',
  body: replySchema,
  example: { text: 'It came back today, thank you.' },
  rateLimits: ['reply to support'],
  responses: { 201: written, 200: written },
} satisfies Description;

const closing = {
  summary: 'Close a question',
  details: 'Nothing is left to answer. Writing opens it again.',
  body: changeSchema,
  example: { closed: true },
  responses: { 200: questionShape },
} satisfies Description;

const call = api({
  GET: member(reading, async (scope, { id, url }) => {
    const question = await findOwnQuestion(scope, id());
    const asked = { size: requestedSize(url), after: url.searchParams.get('cursor') };
    const { items, after } = await listReplies(scope.em, question.id, asked);
    const replies = items.map(({ id, isAnswer, text, at }) => ({
      id,
      isAnswer,
      text,
      at: new Date(at).toISOString(),
    }));
    return answer(200, { ...questionJson(question), replies }, nextLink(scope, url, after));
  }),
  POST: member(writing, async (scope, { id, body }) => {
    const reply = await addReply(scope, id(), await body());
    return answer(reply.isNew ? 201 : 200, reply);
  }),
  PATCH: member(closing, async (scope, { id, body }) => {
    await body();
    await closeOwnQuestion(scope, id());
    return questionJson(await findOwnQuestion(scope, id()));
  }),
});
export const loader = call.loader;
export const action = call.action;
