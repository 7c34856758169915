/** Refused payments. Messages of PaymentDeclined are for the payer, the others for the log. */

export class PaymentDeclined extends Error {
  override name = 'PaymentDeclined';
  readonly declineCode: string | null;

  constructor(message: string, declineCode: string | null = null) {
    super(message);
    this.declineCode = declineCode;
  }
}

/** A wrong parameter or state; repeating does not help. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused';
  readonly code: string | null;

  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

export class PaymentKeyReused extends PaymentRefused {
  override name = 'PaymentKeyReused';
}

type DownReason = 'unreachable' | 'timeout' | 'failed' | 'busy' | 'setup';

/** The provider failed, and the act may have happened: repeat it with the same key. With `keySpent` that key would
 *  replay the failure for ever: look the object up, then use a new key. */
export class PaymentProviderDown extends Error {
  override name = 'PaymentProviderDown';
  readonly reason: DownReason;
  readonly keySpent: boolean;

  constructor(reason: DownReason, message: string, keySpent = false) {
    super(message);
    this.reason = reason;
    this.keySpent = keySpent;
  }
}

/** An answer of the provider's, or none. Any other error is a fault of ours. */
export const isProviderError = (error: unknown): error is PaymentProviderDown | PaymentRefused =>
  error instanceof PaymentProviderDown || error instanceof PaymentRefused;

export class BadSignature extends Error {
  override name = 'BadSignature';
}
