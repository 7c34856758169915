import { api, member } from '../../http/api.server.ts';
import { subscriptionSchema } from './plan.schema.ts';
import { startSubscription } from './subscribe.server.ts';

const call = api({
  POST: member(async (scope, { body }) => {
    const { plan } = await body(subscriptionSchema);
    const { clientSecret, subscriptionId } = await startSubscription(scope, plan);
    return { clientSecret, subscriptionId };
  }),
});
export const loader = call.loader;
export const action = call.action;
