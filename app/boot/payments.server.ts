import { createHmac } from 'node:crypto';
import type { Env } from '../env.server.ts';
import {
  purchaseReturnPath,
  sandboxPagePath,
  subscriptionReturnPath,
} from '../features/purchases/addresses.ts';
import { takeDelivery } from '../features/purchases/events.server.ts';
import { log } from '../http/log.server.ts';
import {
  openPayments,
  type PaymentSettings,
  type Payments,
  readPaymentSettings,
} from '../payments/index.server.ts';
import { openSandboxDatabase } from '../payments/sandbox/database.server.ts';
import type { HouseScope } from '../scope.ts';

export type Till = Payments & { close(): Promise<void> };

/** @throws Error that names what is missing when Stripe is only half set up; ask before anything is opened */
export function checkPaymentSettings(env: Env) {
  readPaymentSettings(settingsOf(env));
}

const settingsOf = ({ stripe }: Env): PaymentSettings => ({
  stripeSecretKey: stripe.secretKey,
  stripePublishableKey: stripe.publishableKey,
  stripeWebhookSecret: stripe.webhookSecret,
  pricePremium: stripe.pricePremium,
  priceVip: stripe.priceVip,
});

interface Surroundings {
  url: string;
  /** A fresh one for every delivery. */
  house: () => HouseScope;
  now: () => Date;
}

/** Opens the payment provider that the settings mean, and says what is wrong with its account. */
export async function openTill(env: Env, { url, house, now }: Surroundings): Promise<Till> {
  const database = openSandboxDatabase(url);
  const payments = await openPayments(settingsOf(env), {
    database,
    // Every process of this site must sign alike, and nobody else.
    signingSecret: createHmac('sha256', env.sessionSecret).update('sandbox events').digest('hex'),
    now,
    pageUrl: (id) => `${env.origin}${sandboxPagePath(id)}`,
    purchaseReturnUrl: `${env.origin}${purchaseReturnPath}`,
    subscriptionReturnUrl: `${env.origin}${subscriptionReturnPath}`,
    deliver: async ({ body, headers }) => {
      await takeDelivery(house(), body, headers);
      return true;
    },
  });
  payments.provider.checkSetup().then(
    (wrong) => wrong.forEach((sentence) => void log.error({ source: 'payments' }, sentence)),
    (error) => log.warn({ source: 'payments', error }, 'the account could not be checked'),
  );
  return {
    ...payments,
    async close() {
      await payments.sandbox?.settled();
      await database.close();
    },
  };
}
