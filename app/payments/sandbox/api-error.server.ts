import { PaymentRefused } from '../payment-errors.ts';

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

interface Details {
  type?: ErrorType;
  code?: string;
  /** The wrong parameter. An error that names one is a failed validation. */
  param?: string;
}

/** An error in the shape, with the types and statuses of https://docs.stripe.com/api/errors. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly body: { error: Details & { message: string } };
  /** Whether the call had begun to do something: only then is its answer kept under its key. */
  readonly hasBegun: boolean;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    const type = status === 402 ? 'card_error' : status >= 500 ? 'api_error' : 'invalid_request_error';
    this.body = { error: { type, message, ...details } };
    this.hasBegun = status !== 401 && status !== 404 && !details.param;
  }
}

/** Runs an act of the payer or of a test, whose errors are the product's own. @throws PaymentRefused */
export async function refusing<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ApiError) throw new PaymentRefused(error.message, error.body.error.code ?? null);
    throw error;
  }
}
