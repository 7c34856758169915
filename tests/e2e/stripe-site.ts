import type { Page } from '@playwright/test';
import { findChromium, windowed } from '../support/chromium.ts';
import { account } from '../support/fake-stripe/books.ts';
import { type Fake, startFake } from '../support/fake-stripe/fake.ts';
import { startSite } from '../support/site.ts';
import { test as journey } from './journey.ts';
import { meetStripe } from './stripe-browser.ts';

interface Shop {
  site: string;
  fake: Fake;
}

/** Journeys on a site that takes its payments by Stripe, with a fake Stripe behind it and before it. */
export const test = journey.extend<{ fake: Fake }, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
    async ({}, use) => {
      const fake = await startFake();
      const { address, stop } = await startSite({
        preload: ['./tests/support/stripe-detour.ts'],
        env: {
          FAKE_STRIPE_PORT: new URL(fake.address).port,
          STRIPE_SECRET_KEY: account.secretKey,
          STRIPE_PUBLISHABLE_KEY: account.publishableKey,
          STRIPE_WEBHOOK_SECRET: account.webhookSecret,
          STRIPE_PRICE_PREMIUM: account.prices.premium,
          STRIPE_PRICE_VIP: account.prices.vip,
        },
      });
      await use({ site: address, fake });
      await stop();
      await fake.close();
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
  fake: async ({ shop: { site, fake }, context }, use) => {
    await meetStripe(context, fake);
    await use(fake);
    Object.assign(fake.faults, { off: false, silence: 0 });
    fake.advance(new Date());
    await fake.deliver(({ body, headers }) =>
      fetch(`${site}/api/stripe/webhook`, { method: 'POST', body, headers }),
    );
  },
});

/** What a person has paid to Stripe in the end, in cents. */
export function spentBy({ books }: Fake, email: string) {
  const customer = [...books.customers.values()].find((each) => each.email === email);
  return [...books.charges.values()]
    .filter((charge) => charge.customer === customer?.id)
    .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);
}

/** Types a card number into Stripe's frame. */
export const typeCard = (page: Page, number: string) =>
  page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number').fill(number);
