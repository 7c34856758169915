import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { dollars, id, moment } from '../../core/schemas/response-shapes.ts';
import { listSales } from './earnings.server.ts';

const sale = z
  .object({
    id,
    contentId: id,
    amount: dollars.describe('What the buyer paid.'),
    creatorEarnings: dollars.describe('The creator’s half of it.'),
    createdAt: moment,
  })
  .meta({ id: 'Sale' });

const listing = {
  summary: 'List the sales of one’s own items',
  details: 'The latest first.',
  isPaged: true,
  responses: { 200: z.array(sale) },
} satisfies Description;

const call = api({
  GET: member(listing, async (scope, { url }) => {
    const { items, after } = await listSales(scope, {
      size: requestedSize(url),
      after: url.searchParams.get('cursor'),
    });
    const sales = items.map(({ id, contentId, amountCents, creatorCents, soldAt }) => ({
      id,
      contentId,
      amount: amountCents / 100,
      creatorEarnings: creatorCents / 100,
      createdAt: new Date(soldAt).toISOString(),
    }));
    return listAnswer(scope, url, sales, after);
  }),
});
export const loader = call.loader;
export const action = call.action;
