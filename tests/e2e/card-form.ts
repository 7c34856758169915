import type { Page } from '@playwright/test';
import { testCards } from '../../app/payments/card-script.ts';

const numberOf = (outcome: (typeof testCards)[number]['outcome']) =>
  testCards.find((card) => card.outcome === outcome)?.number ?? '';

/** Test cards, by what becomes of a payment with each. */
export const cards = {
  good: numberOf('pay'),
  declined: numberOf('decline'),
  asksBank: numberOf('needs_confirmation'),
  slow: numberOf('start_processing'),
};

/** Fills the card form, which scripts put into the page. */
export async function typeCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 39');
  await page.getByLabel('Security code').fill('123');
}

/** The button that leaves for the provider's page; hidden until the card form is open. */
export const elsewhere = 'Pay on a separate page instead';

/** Leads to the provider's page: by the plain button, or past the card form where there are scripts. */
export async function toPaymentPage(page: Page, plain: string | RegExp, hasScripts: boolean) {
  const name = hasScripts ? elsewhere : plain;
  await page.locator('main').getByRole('button', { name }).first().click();
}
