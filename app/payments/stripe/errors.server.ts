import Stripe from 'stripe';
import {
  BadSignature,
  PaymentDeclined,
  PaymentKeyReused,
  PaymentProviderDown,
  PaymentRefused,
} from '../payment-errors.ts';

const { errors } = Stripe;

export function translated(error: unknown): unknown {
  if (!(error instanceof errors.StripeError)) return error;
  // Other 402s, such as an empty balance at a refund, are not the payer's affair.
  if (error instanceof errors.StripeCardError && error.rawType === 'card_error') {
    return new PaymentDeclined(error.message, error.decline_code ?? error.code ?? null);
  }
  if (error instanceof errors.StripeSignatureVerificationError) return new BadSignature(error.message);
  if (error instanceof errors.StripeIdempotencyError) return new PaymentKeyReused(error.message);
  if (error instanceof errors.StripeConnectionError) {
    const timedOut = error.message.includes('timeout');
    return new PaymentProviderDown(timedOut ? 'timeout' : 'unreachable', error.message);
  }
  // 409 is a call with the same key still under way: the next try gets its answer.
  if (error instanceof errors.StripeRateLimitError || error.statusCode === 409) {
    return new PaymentProviderDown('busy', error.message);
  }
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) {
    return new PaymentProviderDown('setup', error.message);
  }
  if (error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError) {
    return new PaymentRefused(error.message, error.code ?? null);
  }
  return new PaymentProviderDown('failed', error.message, error.headers?.['idempotent-replayed'] === 'true');
}

export async function asking<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw translated(error);
  }
}

export async function found<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await asking(call);
  } catch (error) {
    if (error instanceof PaymentRefused && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** Runs an act that may come too late, after the payment or end that it should prevent. */
export async function ifStillOpen(call: () => Promise<unknown>): Promise<void> {
  try {
    await asking(call);
  } catch (error) {
    const tooLate = error instanceof PaymentRefused && !(error instanceof PaymentKeyReused);
    if (!tooLate) throw error;
  }
}
