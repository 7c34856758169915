import type Stripe from 'stripe';
import { newId } from '../state.server.ts';

/** A monthly price; `nickname` is what payment pages call it. */
export const priceObject = (given: {
  id: string;
  unit_amount: number;
  nickname: string;
  created: number;
}): Stripe.Price => ({
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  currency: 'usd',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: {},
  product: `prod_${given.id}`,
  recurring: {
    interval: 'month',
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  // The SDK's own class of decimals, which JSON cannot hold.
  unit_amount_decimal: null,
  ...given,
});

const planObject = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: true,
  amount: price.unit_amount,
  amount_decimal: null,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: 'usd',
  interval: 'month',
  interval_count: 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

/** One price of a subscription, with the period that is paid. */
export const itemObject = (given: {
  subscription: string;
  price: Stripe.Price;
  start: number;
  end: number;
  created: number;
}): Stripe.SubscriptionItem => ({
  id: newId('si'),
  object: 'subscription_item',
  billing_thresholds: null,
  created: given.created,
  current_period_end: given.end,
  current_period_start: given.start,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planObject(given.price),
  price: given.price,
  quantity: 1,
  subscription: given.subscription,
  tax_rates: [],
});

export const repriced = (item: Stripe.SubscriptionItem, price: Stripe.Price): Stripe.SubscriptionItem => ({
  ...item,
  price,
  plan: planObject(price),
});
