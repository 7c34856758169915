import { describe, expect, test } from 'vitest';
import { openPayments, type PaymentSettings, readPaymentSettings } from './index.server.ts';
import type { SandboxOptions } from './sandbox.server.ts';

const complete = {
  stripeSecretKey: 'sk_test_1',
  stripePublishableKey: 'pk_test_1',
  stripeWebhookSecret: 'whsec_1',
  pricePremium: 'price_1',
  priceVip: 'price_2',
};
/** Never reached: choosing a provider asks the database nothing. */
const sandbox = {
  database: {
    getKysely: () => {
      throw new Error('asked the database');
    },
    transaction: () => Promise.reject(new Error('asked the database')),
  },
  signingSecret: 'whsec_sandbox',
  pageUrl: (id: string) => `/sandbox/${id}`,
  purchaseReturnUrl: '/discover',
  subscriptionReturnUrl: '/',
} satisfies SandboxOptions;

describe('choosing the provider', () => {
  test('missing or blank settings select the sandbox', async () => {
    for (const settings of [{}, { stripeSecretKey: '', priceVip: '  ' }]) {
      const { provider, sandbox: chosen } = await openPayments(settings, sandbox);
      expect([provider.name, provider.livemode, provider.cardScript]).toEqual([
        'sandbox',
        false,
        '/sandbox/stripe.js',
      ]);
      expect(chosen?.provider).toBe(provider);
    }
  });

  test('all settings select Stripe, test or live by the key', async () => {
    const { provider, sandbox: chosen } = await openPayments(complete, sandbox);
    expect([provider.name, provider.livemode, provider.publishableKey]).toEqual([
      'stripe',
      false,
      'pk_test_1',
    ]);
    expect(provider.cardScript).toMatch(/^https:\/\/js\.stripe\.com\//);
    expect(chosen).toBeNull();
    const keys = { stripeSecretKey: 'rk_live_1', stripePublishableKey: 'pk_live_1' };
    expect((await openPayments({ ...complete, ...keys }, sandbox)).provider.livemode).toBe(true);
  });

  test.each([
    ['stripeSecretKey', 'STRIPE_SECRET_KEY'],
    ['stripePublishableKey', 'STRIPE_PUBLISHABLE_KEY'],
    ['stripeWebhookSecret', 'STRIPE_WEBHOOK_SECRET'],
    ['pricePremium', 'STRIPE_PRICE_PREMIUM'],
    ['priceVip', 'STRIPE_PRICE_VIP'],
  ] as const)('half a configuration without %s refuses to start and names %s', async (name, variable) => {
    const settings: PaymentSettings = { ...complete, [name]: ' ' };
    await expect(openPayments(settings, sandbox)).rejects.toThrow(`${variable} is missing`);
    expect(() => readPaymentSettings({ [name]: complete[name] })).toThrow('are missing');
  });

  test('a key in the wrong setting is named, and never shown', () => {
    const swapped = { ...complete, stripeSecretKey: 'pk_test_hidden' };
    expect(() => readPaymentSettings(swapped)).toThrow('STRIPE_SECRET_KEY');
    expect(() => readPaymentSettings(swapped)).not.toThrow('hidden');
    const mixed = { ...complete, stripeSecretKey: 'sk_live_1' };
    expect(() => readPaymentSettings(mixed)).toThrow('one live and one test key');
  });

  test('one price for both plans refuses to start: VIP would be Premium', () => {
    const same = { ...complete, priceVip: ` ${complete.pricePremium}` };
    expect(() => readPaymentSettings(same)).toThrow(
      'STRIPE_PRICE_PREMIUM and STRIPE_PRICE_VIP are the same price.',
    );
  });

  test('earlier prices are listed after the one that is sold, and belong to one plan', () => {
    const grown = { ...complete, pricePremium: 'price_3, price_1' };
    expect(readPaymentSettings(grown)?.pricePremium).toBe('price_3, price_1');
    const mixed = { ...grown, priceVip: 'price_2,price_1' };
    expect(() => readPaymentSettings(mixed)).toThrow('are the same price');
    expect(() => readPaymentSettings({ ...complete, priceVip: ' , ' })).toThrow('STRIPE_PRICE_VIP');
  });

  test('the sandbox refuses to run with a live key', async () => {
    const live = { ...complete, stripeSecretKey: 'sk_live_1', stripePublishableKey: 'pk_live_1' };
    const insisted = openPayments(live, sandbox, { provider: 'sandbox' });
    await expect(insisted).rejects.toThrow('The sandbox refuses to run beside a live key');
    const tested = await openPayments(complete, sandbox, { provider: 'sandbox' });
    expect(tested.provider.name).toBe('sandbox');
  });
});
