import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import { exampleText } from '../../core/schemas/response-shapes.ts';
import { subscriptionSchema } from './plan.schema.ts';
import { startSubscription } from './subscribe.server.ts';

const call = api({
  POST: member(
    {
      summary: 'Begin a plan',
      details:
        'The client secret is for the provider’s payment form. The plan is in force once the provider says that it is paid.',
      body: subscriptionSchema,
      example: { plan: 'premium' },
      rateLimits: ['purchase'],
      responses: {
        200: z.object({
          clientSecret: exampleText('pi_3Q8_secret_x1').nullable(),
          subscriptionId: exampleText('sub_1Q8').nullable(),
        }),
      },
      errorResponses: { 409: 'There is a plan already, or a payment of one is being processed.' },
    },
    async (scope, { body }) => {
      const { plan } = await body();
      const { clientSecret, subscriptionId } = await startSubscription(scope, plan);
      return { clientSecret, subscriptionId };
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
