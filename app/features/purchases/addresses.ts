/** Where the provider's pages lead, as paths of this site; the provider adds what it was about. */

export const checkoutPath = (contentId: number) => `/checkout/${contentId}`;
/** `?session_id=` or `?payment_intent=`; the page asks the provider, the address proves nothing. */
export const purchaseReturnPath = '/checkout/return';
export const subscriptionReturnPath = '/subscribe/return';
export const billingPath = '/account/billing';
/** The embedded provider's own page for a session or a payment. */
export const sandboxPagePath = (id: string) => `/sandbox/pay/${id}`;
