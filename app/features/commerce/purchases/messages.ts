/** Texts of the checkout, most of them specified (C8.12, C8.13, C8.15, C8.27). */

export const noCheckout = 'Failed to load checkout information';

export const notConfirmed = {
  title: 'Purchase Confirmation Failed',
  text: 'Payment succeeded but there was an issue confirming your purchase. Please contact support.',
};

export const confirmationFailed = `${notConfirmed.title}: ${notConfirmed.text}`;
