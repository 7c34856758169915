import { z } from 'zod';
import { Refused } from '../../../errors.ts';
import { api, member } from '../../../http/api/api.server.ts';
import { exampleText, id as number } from '../../core/schemas/response-shapes.ts';
import { noSuchItem } from '../../library/items/item.schema.ts';
import { startPurchase } from './buy.server.ts';
import { purchaseSchema } from './purchase.schema.ts';

const started = z.object({
  clientSecret: exampleText('pi_3Q8_secret_x1').nullable(),
  purchaseId: number.nullable(),
});

const call = api({
  POST: member(
    {
      summary: 'Begin to buy an item',
      details:
        'The client secret is for the provider’s payment form. The same `attempt` finds the same payment again; with `seenPriceCents` (cents) a price that has changed since is refused.',
      body: purchaseSchema,
      example: { seenPriceCents: 499 },
      rateLimits: ['purchase'],
      responses: { 200: started },
      errorResponses: {
        404: noSuchItem,
        409: 'It is one’s own, or bought already, or not for sale, or being paid for.',
        503: 'The provider is away. Nothing was charged.',
      },
    },
    async (scope, { id, body }) => {
      const terms = await body();
      const { state, clientSecret, purchaseId } = await startPurchase(scope, id(), terms);
      if (state === 'owned') throw new Refused('You already own this item.', { status: 409 });
      return { clientSecret, purchaseId };
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
