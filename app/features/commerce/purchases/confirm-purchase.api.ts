import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import { id as number } from '../../core/schemas/response-shapes.ts';
import { confirmPurchase } from './confirm.server.ts';
import { confirmSchema } from './purchase.schema.ts';

const confirmed = z.object({
  status: z.literal('paid'),
  contentId: number,
  purchaseId: number.nullable(),
});

const call = api({
  POST: member(
    {
      summary: 'Confirm a purchase',
      details: 'We check with the provider whether it was paid. Calling it twice is safe.',
      body: confirmSchema,
      example: { paymentIntentId: 'pi_3Q8' },
      responses: { 200: confirmed },
      errorResponses: {
        404: 'There is no such payment of this member for this item.',
        409: 'It was not paid, is being processed, or is over.',
        503: 'It may be paid, and could not be confirmed now. It will be, without a further call.',
      },
    },
    async (scope, { id, body }) => {
      const { paymentIntentId } = await body();
      return confirmPurchase(scope, id(), paymentIntentId);
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
