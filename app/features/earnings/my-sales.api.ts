import { api, member } from '../../http/api.server.ts';
import { askedSize, listAnswer } from '../../http/list-call.server.ts';
import { listSales } from './earnings.server.ts';

const call = api({
  GET: member(async (scope, { url }) => {
    const { items, after } = await listSales(scope, {
      size: askedSize(url),
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
