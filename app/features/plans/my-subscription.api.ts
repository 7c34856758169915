import { api, member } from '../../http/api.server.ts';
import { billingSummary } from './billing.server.ts';

const call = api({
  GET: member(async (scope) => {
    const { plan, subscription } = await billingSummary(scope);
    return { tier: plan, nextBilling: subscription?.nextBillingAt?.toISOString() ?? null };
  }),
});
export const loader = call.loader;
export const action = call.action;
