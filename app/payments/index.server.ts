import type { PaidPlan } from '../domain/plan-prices.ts';
import type { PaymentProvider } from './payments.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.server.ts';
import { createStripe } from './stripe.server.ts';

/** Stripe's settings; blank means missing. Earlier price ids may follow a price, separated by commas. */
export interface PaymentSettings {
  stripeSecretKey?: string | undefined;
  stripePublishableKey?: string | undefined;
  stripeWebhookSecret?: string | undefined;
  pricePremium?: string | undefined;
  priceVip?: string | undefined;
}

export interface Payments {
  provider: PaymentProvider;
  /** Present with the sandbox: every page then shows its banner. */
  sandbox: Sandbox | null;
}

const variables: Record<keyof PaymentSettings, string> = {
  stripeSecretKey: 'STRIPE_SECRET_KEY',
  stripePublishableKey: 'STRIPE_PUBLISHABLE_KEY',
  stripeWebhookSecret: 'STRIPE_WEBHOOK_SECRET',
  pricePremium: 'STRIPE_PRICE_PREMIUM',
  priceVip: 'STRIPE_PRICE_VIP',
};
const shapes: Partial<Record<keyof PaymentSettings, RegExp>> = {
  stripeSecretKey: /^(sk|rk)_(test|live)_/,
  stripePublishableKey: /^pk_(test|live)_/,
  stripeWebhookSecret: /^whsec_/,
  pricePremium: /^\w+(\s*,\s*\w+)*$/,
  priceVip: /^\w+(\s*,\s*\w+)*$/,
};
const names = Object.keys(variables) as (keyof PaymentSettings)[];
const isLive = (key: string) => /^(sk|rk|pk)_live_/.test(key);

/** Requires all five settings of Stripe, or none. @throws Error naming the variable, never its value */
export function readPaymentSettings(settings: PaymentSettings): Required<PaymentSettings> | null {
  const given = names.filter((name) => settings[name]?.trim());
  if (given.length === 0) return null;
  const missing = names.filter((name) => !given.includes(name)).map((name) => variables[name]);
  if (missing.length > 0) {
    throw new Error(
      `Stripe is only half set up: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing. Set all of ${Object.values(variables).join(', ')}, or none for the sandbox.`,
    );
  }
  for (const name of names) {
    if (shapes[name] && !shapes[name].test(settings[name]!.trim())) {
      throw new Error(`${variables[name]} does not look like one: it should match ${shapes[name]}.`);
    }
  }
  if (isLive(settings.stripeSecretKey!.trim()) !== isLive(settings.stripePublishableKey!.trim())) {
    throw new Error('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are one live and one test key.');
  }
  // With one price for both, buyers of VIP would get Premium.
  const vip = idsOf(settings.priceVip);
  if (idsOf(settings.pricePremium).some((id) => vip.includes(id))) {
    throw new Error('STRIPE_PRICE_PREMIUM and STRIPE_PRICE_VIP are the same price.');
  }
  return Object.fromEntries(names.map((name) => [name, settings[name]!.trim()])) as Required<PaymentSettings>;
}

const idsOf = (setting = '') => setting.split(',').flatMap((id) => id.trim() || []);

/** The first id of each setting is sold; the others are earlier prices. */
function pricesOf(settings: PaymentSettings) {
  const [premium = '', ...premiumBefore] = idsOf(settings.pricePremium);
  const [vip = '', ...vipBefore] = idsOf(settings.priceVip);
  const earlier = new Map<string, PaidPlan>();
  for (const id of premiumBefore) earlier.set(id, 'premium');
  for (const id of vipBefore) earlier.set(id, 'vip');
  return { premium, vip, earlier };
}

/** Opens the provider; tests force the sandbox. @throws Error for half a configuration, or a sandbox with live keys */
export async function openPayments(
  settings: PaymentSettings,
  sandbox: SandboxOptions,
  { provider }: { provider?: 'sandbox' } = {},
): Promise<Payments> {
  if (provider === 'sandbox') {
    const live = names.find((name) => isLive(settings[name]?.trim() ?? ''));
    if (live) throw new Error(`The sandbox refuses to run beside a live key: ${variables[live]} is set.`);
  }
  const stripe = provider === 'sandbox' ? null : readPaymentSettings(settings);
  if (!stripe) {
    const made = createSandbox(sandbox);
    return { provider: made.provider, sandbox: made };
  }
  return {
    provider: createStripe({
      secretKey: stripe.stripeSecretKey!,
      publishableKey: stripe.stripePublishableKey!,
      webhookSecret: stripe.stripeWebhookSecret!,
      prices: pricesOf(stripe),
    }),
    sandbox: null,
  };
}
