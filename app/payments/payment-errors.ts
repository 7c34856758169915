/** The ways a payment says no. Messages of PaymentDeclined are meant for the person who pays;
 *  the others are for the log. */

export class PaymentDeclined extends Error {
  override name = 'PaymentDeclined';
  readonly declineCode: string | null;

  constructor(message: string, declineCode: string | null = null) {
    super(message);
    this.declineCode = declineCode;
  }
}

/** The provider understood and will not do it: a wrong parameter, a wrong state. Repeating is no use. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused';
  readonly code: string | null;

  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

/** An idempotency key came back with other parameters. */
export class PaymentKeyReused extends PaymentRefused {
  override name = 'PaymentKeyReused';
}

type DownReason = 'unreachable' | 'timeout' | 'failed' | 'busy' | 'setup';

/** The provider did not answer, or answered with a failure of its own. The act may have happened:
 *  repeat it with the same key. `keySpent` means that the key will replay this failure for ever:
 *  look the object up, then begin a new attempt with a new key. */
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

export class BadSignature extends Error {
  override name = 'BadSignature';
}
