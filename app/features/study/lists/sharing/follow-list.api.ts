import { z } from 'zod';
import { api, everyone } from '../../../../http/api/api.server.ts';
import { followSchema } from '../../../community/follows/follow.schema.ts';
import { noSuchList } from '../list.schema.ts';
import { setListFollow } from './follow-list.server.ts';

const call = api({
  // The rule itself refuses visitors.
  POST: everyone(
    {
      summary: 'Follow a public list, or stop',
      details:
        'The state that is wanted, so that sending it twice does no harm; without one, the other state.',
      isForMembers: true,
      body: followSchema,
      example: { following: true },
      rateLimits: ['follow'],
      responses: { 200: z.object({ following: z.boolean() }) },
      errorResponses: {
        403: 'It is one’s own list.',
        404: noSuchList,
        409: 'One follows 200 lists already.',
      },
    },
    async (scope, { id, body }) => setListFollow(scope, id(), (await body()).following ?? 'toggle'),
  ),
});
export const loader = call.loader;
export const action = call.action;
