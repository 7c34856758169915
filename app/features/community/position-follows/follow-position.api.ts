import { z } from 'zod';
import { api, everyone } from '../../../http/api/api.server.ts';
import { count } from '../../core/schemas/response-shapes.ts';
import { followSchema } from '../follows/follow.schema.ts';
import { setPositionFollow } from './position-follows.server.ts';

const call = api({
  // The rule itself refuses visitors.
  POST: everyone(
    {
      summary: 'Follow a position, or stop',
      details:
        'The state that is wanted, so that sending it twice does no harm; without one, the other state. Followers are notified when someone publishes a technique that starts or ends there.',
      isForMembers: true,
      body: followSchema,
      example: { following: true },
      rateLimits: ['follow'],
      responses: { 200: z.object({ following: z.boolean(), followers: count }) },
      errorResponses: {
        404: 'There is no such position on the map.',
        409: 'One follows 200 positions already.',
      },
    },
    async (scope, { id, body }) => {
      const wanted = (await body()).following ?? 'toggle';
      const { following, followers } = await setPositionFollow(scope, id(), wanted);
      return { following, followers };
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
