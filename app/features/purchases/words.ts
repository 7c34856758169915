/** The words of calls.md §8 around a purchase. */

export const noCheckout = 'Failed to load checkout information';

/** For money that arrived at the provider but not yet here. */
export const notConfirmed = {
  title: 'Purchase Confirmation Failed',
  text: 'Payment succeeded but there was an issue confirming your purchase. Please contact support.',
};

/** The same in one line, for programs. */
export const confirmationFailed = `${notConfirmed.title}: ${notConfirmed.text}`;

/** For money that a bank has not sent on yet, which can take days. */
export const beingProcessed =
  'Your bank is still working on your payment. What you paid for opens by itself as soon as it is through.';
