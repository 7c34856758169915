import { createHmac } from 'node:crypto';
import { purchaseReturnPath, sandboxPagePath, subscriptionReturnPath } from '../domain/checkout-paths.ts';
import type { Env } from '../env.server.ts';
import { storeWebhook } from '../features/commerce/provider-events/events.server.ts';
import { log } from '../http/telemetry/log.server.ts';
import {
  openPayments,
  type PaymentSettings,
  type Payments,
  readPaymentSettings,
} from '../payments/index.server.ts';
import { openSandboxDatabase } from '../payments/sandbox/database.server.ts';
import type { SystemContext } from '../scope.ts';

export type SitePayments = Payments & { close(): Promise<void> };

/** @throws Error that names what is missing when Stripe is only half set up */
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

interface PaymentDependencies {
  url: string;
  systemContext: () => SystemContext;
  now: () => Date;
}

/** Opens the payment provider of the settings and logs what is wrong with its account. */
export async function openSitePayments(
  env: Env,
  { url, systemContext, now }: PaymentDependencies,
): Promise<SitePayments> {
  const database = openSandboxDatabase(url);
  const payments = await openPayments(settingsOf(env), {
    database,
    // Every process of this site must sign alike, and no other site may.
    signingSecret: createHmac('sha256', env.sessionSecret).update('sandbox events').digest('hex'),
    now,
    pageUrl: (id) => `${env.origin}${sandboxPagePath(id)}`,
    purchaseReturnUrl: `${env.origin}${purchaseReturnPath}`,
    subscriptionReturnUrl: `${env.origin}${subscriptionReturnPath}`,
    deliver: async ({ body, headers }) => {
      await storeWebhook(systemContext(), body, headers);
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
