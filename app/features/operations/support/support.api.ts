import { z } from 'zod';
import { answer, api, everyone, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { parseInput } from '../../../http/parse.ts';
import { id, moment } from '../../core/schemas/response-shapes.ts';
import { askQuestion } from './ask.server.ts';
import { listOwnQuestions, questionJson } from './own.server.ts';
import { questionSchema, questionShape, visitorQuestionSchema } from './question.schema.ts';

const listing = {
  summary: 'List one’s questions to support',
  details: 'The one with the latest reply first.',
  isPaged: true,
  responses: { 200: z.array(questionShape) },
} satisfies Description;

const asked = z.object({
  id,
  dueAt: moment.meta({ description: 'Until when we promise to answer.' }),
  isNew: z.boolean(),
});
const asking = {
  summary: 'Ask support something',
  details:
    'Without a session, give `name` and `email`; we then answer by email only. The same `attempt` with the same words is one question.',
  body: visitorQuestionSchema.partial({ name: true, email: true }),
  example: {
    topic: 'payment',
    subject: 'Charged twice',
    text: 'Two receipts for one item.',
    reference: 'receipt 12',
  },
  rateLimits: ['question', 'question from an address'],
  responses: { 201: asked, 200: asked },
} satisfies Description;

const call = api({
  GET: member(listing, async (scope, { url }) => {
    const page = await listOwnQuestions(scope, {
      size: requestedSize(url),
      after: url.searchParams.get('cursor'),
    });
    return listAnswer(scope, url, page.items.map(questionJson), page.after);
  }),
  /** 201 for a new question; 200 with the same shape when this attempt sent it before. */
  POST: everyone(asking, async (scope, { body }) => {
    const input = parseInput(scope.viewer ? questionSchema : visitorQuestionSchema, await body());
    const { id, dueAt, isNew } = await askQuestion(scope, input);
    return answer(isNew ? 201 : 200, { id, dueAt: new Date(dueAt).toISOString(), isNew });
  }),
});
export const loader = call.loader;
export const action = call.action;
