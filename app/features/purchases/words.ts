/** The words of calls.md §8 around a purchase. */

export const noCheckout = 'Failed to load checkout information';

/** For money that arrived at the provider but not yet here. */
export const notConfirmed = {
  title: 'Purchase Confirmation Failed',
  text: 'Payment succeeded but there was an issue confirming your purchase. Please contact support.',
};
