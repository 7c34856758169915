/** The ways a rule refuses. Rules throw them; `page()` and `api()` translate them into answers. */

export class SignInRequired extends Error {
  override name = 'SignInRequired';
  readonly title: string;
  constructor(message = 'You are logged out. Logging in again...', title = 'Unauthorized') {
    super(message);
    this.title = title;
  }
}

/** What is said to who presses a button that only members may press: to visitors what it asks of them, and to one whose
 *  session has ended that they are logged out. */
export const signInTo = (what: string, { hasEndedSession }: { hasEndedSession: boolean }) =>
  hasEndedSession
    ? new SignInRequired()
    : new SignInRequired(`Please sign in to ${what}`, 'Sign in required');

export class NotAllowed extends Error {
  override name = 'NotAllowed';
}

export class NotFound extends Error {
  override name = 'NotFound';
  constructor(message = 'Not found') {
    super(message);
  }
}

/** A product rule refuses the request; `field` is the field that the message belongs to. */
export class Refused extends Error {
  override name = 'Refused';
  readonly field: string | undefined;
  /** 503: a service does not answer, `cause` says why. 507: the disk is full. */
  readonly status: 400 | 409 | 413 | 415 | 422 | 429 | 503 | 507;
  readonly retryAfter: number | undefined;
  /** What the member can do instead, for the toast of a lone button. */
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

/** Input that does not fit its schema: zod's messages by field. */
export class Invalid extends Error {
  override name = 'Invalid';
  readonly errors: Record<string, string[]>;
  constructor(errors: Record<string, string[]>) {
    super(Object.values(errors)[0]?.[0] ?? 'Please check what you entered.');
    this.errors = errors;
  }
}
