/** The few ways the domain says no. `page()` and `api()` translate them once; rules only throw them. */

export class SignInRequired extends Error {
  override name = 'SignInRequired';
  readonly title: string;
  constructor(message = 'You are logged out. Logging in again...', title = 'Unauthorized') {
    super(message);
    this.title = title;
  }
}

export class NotAllowed extends Error {
  override name = 'NotAllowed';
}

export class NotFound extends Error {
  override name = 'NotFound';
  constructor(message = 'Not found') {
    super(message);
  }
}

/** A rule of the product refuses what was asked; `field` says beside which field the message belongs. */
export class Refused extends Error {
  override name = 'Refused';
  readonly field: string | undefined;
  /** 503: something outside does not answer; `cause` says what. 507: the disk is full. */
  readonly status: 400 | 409 | 413 | 415 | 422 | 429 | 503 | 507;
  /** Seconds; only with 429. */
  readonly retryAfter: number | undefined;
  /** The way out, for the toast of a lone button. */
  readonly link: { href: string; label: string } | undefined;
  constructor(
    message: string,
    options: Partial<Pick<Refused, 'field' | 'status' | 'retryAfter' | 'link' | 'cause'>> = {},
  ) {
    super(message, { cause: options.cause });
    this.field = options.field;
    this.status = options.status ?? 422;
    this.retryAfter = options.retryAfter;
    this.link = options.link;
  }
}

/** Input that does not fit its schema: messages by field, as zod found them. */
export class Invalid extends Error {
  override name = 'Invalid';
  readonly errors: Record<string, string[]>;
  constructor(errors: Record<string, string[]>) {
    super(Object.values(errors)[0]?.[0] ?? 'Please check what you entered.');
    this.errors = errors;
  }
}
