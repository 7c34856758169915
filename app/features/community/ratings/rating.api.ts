import { api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { noSuchItem } from '../../library/items/item.schema.ts';
import { ratingSchema, summaryShape } from './rating.schema.ts';
import { rateContent, removeRating } from './ratings.server.ts';

const rating = {
  summary: 'Rate an item',
  details: 'One rating per member and item; rating again changes it.',
  body: ratingSchema,
  example: { rating: 5, review: 'Clear and short.' },
  rateLimits: ['rating'],
  responses: { 200: summaryShape },
  errorResponses: { 403: 'It is one’s own, or one may not view it.', 404: noSuchItem },
} satisfies Description;

const removing = {
  summary: 'Take one’s rating back',
  responses: { 200: summaryShape },
  errorResponses: { 403: 'The rating is hidden, so it can only be changed.', 404: noSuchItem },
} satisfies Description;

const call = api({
  POST: member(rating, async (scope, { id, body }) => rateContent(scope, id(), await body())),
  DELETE: member(removing, (scope, { id }) => removeRating(scope, id())),
});
export const loader = call.loader;
export const action = call.action;
