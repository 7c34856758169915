import { Refused } from '../../errors.ts';
import { api, everyone } from '../../http/api.server.ts';
import { readText } from '../../http/body.server.ts';
import { BadSignature } from '../../payments/payment-errors.ts';
import { takeDelivery } from './events.server.ts';

const limit = 1024 * 1024;

const call = api({
  // No session and no origin: the signature over the raw body is what counts (payments.md §6).
  POST: everyone(async (scope, { request }) => {
    const raw = await readText(request, limit);
    try {
      await takeDelivery(scope, raw, request.headers);
    } catch (error) {
      if (error instanceof BadSignature) throw new Refused('The signature does not fit.', { status: 400 });
      throw error;
    }
    return { received: true };
  }),
});
export const loader = call.loader;
export const action = call.action;
