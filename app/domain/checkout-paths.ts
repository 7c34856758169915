import type { PaidPlan } from './plan-prices.ts';

/** Where the provider's pages lead, as paths of this site; the provider adds what it was about. */

export const checkoutPath = (contentId: number) => `/checkout/${contentId}`;
/** The page for a buyer who has paid and does not have the item yet. */
export const checkoutStatusPath = (contentId: number) => `/checkout/${contentId}/status`;
/** `?session_id=` or `?payment_intent=`; the page asks the provider, the address proves nothing. */
export const purchaseReturnPath = '/checkout/return';
export const subscriptionReturnPath = '/subscribe/return';
/** @param from the page to go back to when the plan is paid */
export const subscribePath = (plan: PaidPlan, from?: string) =>
  `/subscribe?plan=${plan}${from ? `&from=${from}` : ''}`;
/** @param from the page to go back to when a plan is paid */
export const plansPath = (from: string) => `/subscriptions?from=${from}`;
export const billingPath = '/account/billing';
/** The embedded provider's own page for a session or a payment. */
export const sandboxPagePath = (id: string) => `/sandbox/pay/${id}`;

/** The sandbox's own `stripe.js`, and the part of Stripe's API that it calls from the browser. */
export const sandboxScriptPath = '/sandbox/stripe.js';
export const sandboxApiPath = '/sandbox';

/** What the provider's page says when it leads back: ids, which prove nothing. */
export interface ReturnPath {
  sessionId: string | null;
  paymentId: string | null;
}

/** Reads the return address; null when the person left the page without paying. */
export function returnPathFrom({ searchParams }: URL): ReturnPath | null {
  const [session, payment] = [searchParams.get('session_id'), searchParams.get('payment_intent')];
  if (!session && !payment) return null;
  return {
    sessionId: /^cs_\w{1,200}$/.test(session ?? '') ? session : null,
    paymentId: /^pi_\w{1,200}$/.test(payment ?? '') ? payment : null,
  };
}
