import { z } from 'zod';
import { Invalid, NotFound } from '../../../errors.ts';
import { api, everyone } from '../../../http/api/api.server.ts';
import { readForm } from '../../../http/uploads/body.server.ts';
import { PaymentRefused } from '../../../payments/payment-errors.ts';

const entrySchema = z.object({
  client_secret: z.string().max(200),
  number: z.string().max(40),
  bank: z.enum(['confirms', 'refuses']).optional(),
});

/** The sandbox's counterpart of the call by which Stripe's script confirms a payment. The secret is its key, as at
 *  Stripe. @throws NotFound for an unknown payment, and wherever payments are real */
const call = api({
  POST: everyone(async ({ sandbox }, { request, params }) => {
    if (!sandbox) throw new NotFound();
    const { data } = entrySchema.safeParse(Object.fromEntries(await readForm(request)));
    if (!data) throw new Invalid({ number: ['Please enter a card number.'] });
    const { client_secret: clientSecret, number, bank } = data;
    try {
      return await sandbox.confirmCard(params.paymentId ?? '', { clientSecret, number, bank });
    } catch (error) {
      if (error instanceof PaymentRefused) throw new NotFound();
      throw error;
    }
  }),
});
export const loader = call.loader;
export const action = call.action;
