import type { Page } from '@playwright/test';
import { findChromium, windowed } from '../support/chromium.ts';
import { startSite } from '../support/site.ts';
import { account } from '../support/stripe-standin/books.ts';
import { type Standin, startStandin } from '../support/stripe-standin/standin.ts';
import { test as journey } from './journey.ts';
import { meetStripe } from './stripe-browser.ts';

interface Shop {
  site: string;
  standin: Standin;
}

/** Journeys on a site that takes its payments by Stripe, with a stand-in of Stripe behind it and before it. */
export const test = journey.extend<{ standin: Standin }, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
    async ({}, use) => {
      const standin = await startStandin();
      const { address, stop } = await startSite({
        preload: ['./tests/support/stripe-detour.ts'],
        env: {
          STRIPE_STANDIN_PORT: new URL(standin.address).port,
          STRIPE_SECRET_KEY: account.secretKey,
          STRIPE_PUBLISHABLE_KEY: account.publishableKey,
          STRIPE_WEBHOOK_SECRET: account.webhookSecret,
          STRIPE_PRICE_PREMIUM: account.prices.premium,
          STRIPE_PRICE_VIP: account.prices.vip,
        },
      });
      await use({ site: address, standin });
      await stop();
      await standin.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  // A redirect leads to Stripe's page, which is played here (`meetStripe`).
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, executablePath: findChromium(windowed) ?? launchOptions.executablePath }),
    { scope: 'worker' },
  ],
  site: async ({ shop }, use) => use(shop.site),
  standin: async ({ shop: { site, standin }, context }, use) => {
    await meetStripe(context, standin);
    await use(standin);
    Object.assign(standin.mishaps, { off: false, silence: 0 });
    standin.advance(new Date());
    await standin.deliver(({ body, headers }) =>
      fetch(`${site}/api/stripe/webhook`, { method: 'POST', body, headers }),
    );
  },
});

/** What somebody has paid Stripe in the end, in cents. */
export function spentBy({ books }: Standin, email: string) {
  const customer = [...books.customers.values()].find((each) => each.email === email);
  return [...books.charges.values()]
    .filter((charge) => charge.customer === customer?.id)
    .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);
}

/** Types a card number into Stripe's frame. */
export const typeCard = (page: Page, number: string) =>
  page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number').fill(number);
