import { z } from 'zod';
import { Refused } from '../../../errors.ts';
import { api, everyone } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { readText } from '../../../http/uploads/body.server.ts';
import { BadSignature } from '../../../payments/payment-errors.ts';
import { storeWebhook } from './events.server.ts';

const limit = 1024 * 1024;

const delivery = {
  summary: 'Deliver an event of the payment provider',
  details:
    'Signed over the raw body (`Stripe-Signature`), of at most 1 MB. Repetition and order do not matter.',
  raw: 'application/json',
  responses: { 200: z.object({ received: z.literal(true) }) },
  errorResponses: { 400: 'The signature does not fit.' },
} satisfies Description;

const call = api({
  // There is no session and no origin. The signature of the raw body proves the sender.
  POST: everyone(delivery, async (scope, { request }) => {
    const raw = await readText(request, limit);
    try {
      await storeWebhook(scope, raw, request.headers);
    } catch (error) {
      if (error instanceof BadSignature) throw new Refused('The signature does not fit.', { status: 400 });
      throw error;
    }
    return { received: true as const };
  }),
});
export const loader = call.loader;
export const action = call.action;
