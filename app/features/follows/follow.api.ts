import { api, everyone } from '../../http/api.server.ts';
import { followSchema } from './follow.schema.ts';
import { setFollow } from './follows.server.ts';

const call = api({
  // The rule itself refuses visitors.
  POST: everyone(async (scope, { params, body }) => {
    const wanted = (await body(followSchema)).following ?? 'toggle';
    const { following, followers } = await setFollow(scope, params.username ?? '', wanted);
    return { following, followers };
  }),
});
export const loader = call.loader;
export const action = call.action;
