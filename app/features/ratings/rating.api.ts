import { api, member } from '../../http/api.server.ts';
import { ratingSchema } from './rating.schema.ts';
import { rateContent, removeRating } from './ratings.server.ts';

const call = api({
  POST: member(async (scope, { id, body }) => rateContent(scope, id(), await body(ratingSchema))),
  DELETE: member((scope, { id }) => removeRating(scope, id())),
});
export const loader = call.loader;
export const action = call.action;
