import { isProviderError } from '../../../payments/payment-errors.ts';

/** Closes another attempt of a member who has paid. The payment is saved already, so a provider that does not answer,
 *  or refuses, must not turn it into a failure: a second payment would be refunded later. Any other error is a fault
 *  of ours and is thrown, so that it is logged and the job runs again. */
export async function ignoringProviderErrors(close: () => Promise<unknown>): Promise<void> {
  try {
    await close();
  } catch (error) {
    if (!isProviderError(error)) throw error;
  }
}
