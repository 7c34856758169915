import { z } from 'zod';
import { api, everyone } from '../../../http/api/api.server.ts';
import { count } from '../../core/schemas/response-shapes.ts';
import { followSchema } from './follow.schema.ts';
import { setFollow } from './follows.server.ts';

const call = api({
  // The rule itself refuses visitors.
  POST: everyone(
    {
      summary: 'Follow a creator, or stop',
      details:
        'The state that is wanted, so that sending it twice does no harm; without one, the other state.',
      isForMembers: true,
      body: followSchema,
      example: { following: true },
      rateLimits: ['follow'],
      responses: { 200: z.object({ following: z.boolean(), followers: count }) },
      errorResponses: {
        403: 'It is oneself.',
        409: 'The plan allows no further one (Explorer: 10).',
      },
    },
    async (scope, { params, body }) => {
      const wanted = (await body()).following ?? 'toggle';
      const { following, followers } = await setFollow(scope, params.username ?? '', wanted);
      return { following, followers };
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
