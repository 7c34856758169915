/** Times of the sandbox are whole seconds since 1970, as in Stripe's API. */
export const daySeconds = 86_400;

/** How long an unpaid first invoice or a waiting upgrade lives
 *  (https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses,
 *  https://docs.stripe.com/billing/subscriptions/pending-updates). */
export const unpaidLife = 23 * 3_600;

/** A month later, on the day of the anchor, or on the last day of a shorter month
 *  (https://docs.stripe.com/billing/subscriptions/billing-cycle). */
export function addMonth(from: number, anchor: number): number {
  const start = new Date(from * 1000);
  const month = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 2, 0));
  const wanted = new Date(anchor * 1000).getUTCDate();
  month.setUTCDate(Math.min(wanted, month.getUTCDate()));
  return Math.floor(month.getTime() / 1000) + (from % daySeconds);
}
