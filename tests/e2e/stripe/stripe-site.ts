import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../../app/db/embedded.server.ts';
import { type Delivery, sign } from '../../../app/payments/sandbox/events.sql.server.ts';
import { sandboxSchema } from '../../../app/payments/sandbox/schema.ts';
import { findChromium, windowed } from '../../support/browser/chromium.ts';
import { startSite } from '../../support/site/site.ts';
import { row, sql } from '../../support/sql.ts';
import { serveSandbox } from '../../support/stripe/server.ts';
import { account, stripeSettings } from '../../support/stripe/settings.ts';
import { openTestStripe, type TestStripe } from '../../support/stripe/test-stripe.ts';
import { stripeTypes } from '../../support/stripe/types.ts';
import { test as journey } from '../journey.ts';
import { meetStripe } from './stripe-browser.ts';

/** The sandbox as Stripe, with a clock that tests may move, and what it does with a site. */
export interface Fake extends TestStripe {
  /** Moves the clock and does what falls due on the way. */
  advance(to: Date): Promise<unknown>;
  /** Delivers what has happened to the site, signed now. */
  tell(): Promise<void>;
}

interface Shop {
  site: string;
  fake: Fake;
}

/** The sandbox on a database of its own, on a port of this machine. */
async function startFake() {
  const folder = mkdtempSync(join(tmpdir(), 'summa-stripe-'));
  // Under root another user must enter, or the database goes elsewhere and stays there.
  chmodSync(folder, 0o755);
  const cluster = await startEmbedded(folder, { database: 'stripe' });
  const clock = { aheadMs: 0 };
  const now = () => new Date(Date.now() + clock.aheadMs);
  const home = 'http://localhost:3000';
  const stripe = openTestStripe(cluster.url, { now, purchaseReturnUrl: home, subscriptionReturnUrl: home });
  for (const statement of sandboxSchema) await row(stripe.database)`${sql.raw(statement)}`;
  // Reading the SDK's types takes seconds, and the site does not wait that long for its first answer.
  stripeTypes();
  const served = await serveSandbox(stripe.sandbox.answer);
  return {
    stripe,
    port: served.port,
    async advance(to: Date) {
      clock.aheadMs = to.getTime() - Date.now();
      await stripe.sandbox.advance();
    },
    async close() {
      await served.close();
      await stripe.close();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Journeys on a site that takes its payments by Stripe, with the sandbox behind it and before it. */
export const test = journey.extend<{ fake: Fake }, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
    async ({}, use) => {
      const { stripe, port, advance, close } = await startFake();
      const { address, stop } = await startSite({
        preload: ['./tests/support/money/stripe-detour.ts'],
        env: stripeSettings(port),
      });
      const post = ({ body }: Delivery) => {
        const headers = { 'stripe-signature': sign(body, account.webhookSecret, Date.now()) };
        return fetch(`${address}/api/stripe/webhook`, { method: 'POST', body, headers });
      };
      const tell = async () => {
        for (const delivery of await stripe.deliveries()) await post(delivery);
      };
      await use({ site: address, fake: { ...stripe, advance, tell } });
      await stop();
      await close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  // A redirect leads to Stripe's page, which is simulated here (`meetStripe`).
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, executablePath: findChromium(windowed) ?? launchOptions.executablePath }),
    { scope: 'worker' },
  ],
  site: async ({ shop }, use) => use(shop.site),
  fake: async ({ shop: { fake }, context }, use) => {
    await meetStripe(context, fake);
    await use(fake);
    await fake.controls.switchOff(false);
    await fake.controls.silenceNext(0);
    await fake.advance(new Date());
    await fake.tell();
  },
});

/** What a person has paid to Stripe in the end, in cents. */
export async function spentBy(fake: Fake, email: string) {
  const customer = (await fake.all('customer')).find((each) => each.email === email);
  return (await fake.all('charge'))
    .filter((charge) => charge.customer === customer?.id)
    .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);
}
