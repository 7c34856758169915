import { api, member } from '../../http/api.server.ts';
import { confirmPurchase } from './confirm.server.ts';
import { confirmSchema } from './purchase.schema.ts';

const call = api({
  POST: member(async (scope, { id, body }) => {
    const { paymentIntentId } = await body(confirmSchema);
    return confirmPurchase(scope, id(), paymentIntentId);
  }),
});
export const loader = call.loader;
export const action = call.action;
