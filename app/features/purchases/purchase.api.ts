import { Refused } from '../../errors.ts';
import { api, member } from '../../http/api.server.ts';
import { startPurchase } from './buy.server.ts';
import { purchaseSchema } from './purchase.schema.ts';

const call = api({
  POST: member(async (scope, { id, body }) => {
    const contentId = id();
    const { state, clientSecret, purchaseId } = await startPurchase(
      scope,
      contentId,
      await body(purchaseSchema),
    );
    if (state === 'owned') throw new Refused('You already own this item.', { status: 409 });
    return { clientSecret, purchaseId };
  }),
});
export const loader = call.loader;
export const action = call.action;
