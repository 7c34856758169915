import { api, everyone } from '../../http/api.server.ts';
import { likeSchema } from './like.schema.ts';
import { setLike } from './likes.server.ts';

const call = api({
  // The rule itself refuses visitors, with the words of the specification.
  POST: everyone(async (scope, { id, body }) =>
    setLike(scope, id(), (await body(likeSchema)).liked ?? 'toggle'),
  ),
});
export const loader = call.loader;
export const action = call.action;
