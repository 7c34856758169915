import { z } from 'zod';
import { api, everyone } from '../../../http/api/api.server.ts';
import { count } from '../../core/schemas/response-shapes.ts';
import { noSuchItem } from '../../library/items/item.schema.ts';
import { likeSchema } from './like.schema.ts';
import { setLike } from './likes.server.ts';

const call = api({
  // The rule itself refuses visitors (E6.3).
  POST: everyone(
    {
      summary: 'Like an item, or take the like back',
      details:
        'The state that is wanted, so that sending it twice does no harm; without one, the other state.',
      isForMembers: true,
      body: likeSchema,
      example: { liked: true },
      rateLimits: ['like'],
      responses: { 200: z.object({ liked: z.boolean(), likes: count }) },
      errorResponses: { 404: noSuchItem },
    },
    async (scope, { id, body }) => setLike(scope, id(), (await body()).liked ?? 'toggle'),
  ),
});
export const loader = call.loader;
export const action = call.action;
