import { sandboxAccount } from '../../../app/payments/sandbox/account.server.ts';

/** The account of a site that uses Stripe, where the sandbox plays Stripe. */
export const account = { ...sandboxAccount, webhookSecret: 'whsec_sandbox' } as const;

/** What a site is started with, beside `stripe-detour.ts`, to use the Stripe on this port. */
export const stripeSettings = (port: number) => ({
  FAKE_STRIPE_PORT: String(port),
  STRIPE_SECRET_KEY: account.secretKey,
  STRIPE_PUBLISHABLE_KEY: account.publishableKey,
  STRIPE_WEBHOOK_SECRET: account.webhookSecret,
  STRIPE_PRICE_PREMIUM: account.prices.premium,
  STRIPE_PRICE_VIP: account.prices.vip,
});
