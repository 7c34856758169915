import { z } from 'zod';
import { api, everyone } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { noSuchItem } from '../../library/items/item.schema.ts';
import { reviewShape } from './rating.schema.ts';
import { listRatings } from './ratings.server.ts';

const listing = {
  summary: 'List the ratings of an item',
  details: 'The newest first, also of a locked item.',
  isPaged: true,
  responses: { 200: z.array(reviewShape) },
  errorResponses: { 404: noSuchItem },
} satisfies Description;

const call = api({
  GET: everyone(listing, async (scope, { id, url }) => {
    const page = await listRatings(scope, id(), {
      size: requestedSize(url),
      after: url.searchParams.get('cursor'),
    });
    const ratings = page.items.map((item) => ({
      ...item,
      createdAt: new Date(item.createdAt).toISOString(),
      updatedAt: new Date(item.updatedAt).toISOString(),
    }));
    return listAnswer(scope, url, ratings, page.after);
  }),
});
export const loader = call.loader;
export const action = call.action;
