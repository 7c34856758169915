const hourMs = 3_600_000;

/** Stripe forgets an idempotency key after a day, and its payment pages can be paid for a day. */
const providerDayMs = 24 * hourMs;

/** An attempt of this age is not opened again; another begins. The four hours to the provider's day are for the member,
 *  who may pay on the page that was just opened, and for requests that are repeated under the same key. */
export const reopenableMs = providerDayMs - 4 * hourMs;

/** The reconciler ends an unpaid purchase of this age at the provider, an hour before the provider closes its page. It
 *  can no longer be reopened then, and a member whose page is still open has had three hours more. */
export const abandonedAfterMs = providerDayMs - hourMs;

/** The reconciler closes the row of a plan's attempt at this age and sends nothing to the provider, so it waits until
 *  the provider's page can no longer be paid. */
export const expiredAtProviderMs = providerDayMs;

/** Whether something that began at `createdAt` is older than `lifeMs`. */
export const isOlderThan = (lifeMs: number, { createdAt }: { createdAt: string }, now: Date): boolean =>
  now.getTime() - new Date(createdAt).getTime() > lifeMs;

/** An outdated attempt is ended before another begins. */
export const isOutdated = (attempt: { createdAt: string }, now: Date): boolean =>
  isOlderThan(reopenableMs, attempt, now);
