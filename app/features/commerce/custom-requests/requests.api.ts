import { z } from 'zod';
import { answer, api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { id as idShape } from '../../core/schemas/response-shapes.ts';
import { askRequest } from './offers/ask.server.ts';
import { askCallSchema } from './request.schema.ts';
import { lineJson, lineShape } from './request-json.ts';
import { listRequests } from './view.server.ts';

const listing = {
  summary: 'List one’s requests',
  details: 'Those one made, or with `side=creator` those one was asked; what moved last comes first.',
  query: z.object({
    side: z.enum(['requester', 'creator']).optional(),
    limit: z.string().optional(),
    cursor: z.string().optional(),
  }),
  isPaged: true,
  responses: { 200: z.array(lineShape) },
} satisfies Description;

const asked = z.object({ id: idShape, isNew: z.boolean() });
const asking = {
  summary: 'Ask a creator for a technique',
  details:
    'At the creator’s current price and days; with `seenPriceCents` and `seenDays`, refused if they have changed. The same `attempt` with the same words asks once. Nothing is charged.',
  body: askCallSchema,
  example: {
    creator: 'coach_bia',
    title: 'Armbar from the stack',
    details: 'Please show how you keep the elbow when the other one stacks.',
  },
  rateLimits: ['request'],
  responses: { 201: asked, 200: asked },
  errorResponses: {
    404: 'There is no such member.',
    422: 'They do not take it now; the message says what would allow it.',
  },
} satisfies Description;

const call = api({
  GET: member(listing, async (scope, { url, query }) => {
    const { side = 'requester' } = query();
    const page = await listRequests(scope, {
      side,
      size: requestedSize(url),
      after: url.searchParams.get('cursor'),
    });
    return listAnswer(scope, url, page.items.map(lineJson), page.after);
  }),
  /** Answers 201 for a new request, and 200 when the same attempt has created it before. */
  POST: member(asking, async (scope, { body }) => {
    const { creator, ...input } = await body();
    const made = await askRequest(scope, creator, input);
    return answer(made.isNew ? 201 : 200, made);
  }),
});
export const loader = call.loader;
export const action = call.action;
