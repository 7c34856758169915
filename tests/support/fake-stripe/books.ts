import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { Params } from './form.ts';
import type { ShapeName } from './types.ts';

/** What the fake remembers, in Stripe's own shapes. Times are unix seconds. */
export interface Books {
  now(): number;
  prices: Map<string, Stripe.Price>;
  customers: Map<string, Stripe.Customer>;
  intents: Map<string, Stripe.PaymentIntent>;
  charges: Map<string, Stripe.Charge>;
  sessions: Map<string, Stripe.Checkout.Session>;
  subscriptions: Map<string, Stripe.Subscription>;
  schedules: Map<string, Stripe.SubscriptionSchedule>;
  invoices: Map<string, Stripe.Invoice>;
  refunds: Map<string, Stripe.Refund>;
  disputes: Map<string, Stripe.Dispute>;
  events: Stripe.EventBase[];
  /** What happens when a customer's saved card is charged; absent means no card. */
  cards: Map<string, 'good' | 'failing'>;
  /** How many of the next charges are declined. */
  declines: number;
  /** What each session sells, which Stripe keeps out of the session object. */
  sold: Map<string, { title: string; price: string | null; metadata: Stripe.Metadata }>;
}

export const createBooks = (now: () => number): Books => ({
  now,
  prices: new Map(),
  customers: new Map(),
  intents: new Map(),
  charges: new Map(),
  sessions: new Map(),
  subscriptions: new Map(),
  schedules: new Map(),
  invoices: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  events: [],
  cards: new Map(),
  declines: 0,
  sold: new Map(),
});

/** One address of the API; parameters and answer are checked against the SDK's types by name. */
export interface Route {
  verb: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  params: string;
  answer: ShapeName;
  /** A route that has it answers a list. */
  list?: true;
  act(books: Books, id: string, params: Params): object;
}

/** An error in Stripe's shape. */
export class Fault extends Error {
  readonly status: number;
  readonly body: { error: Record<string, string> };

  constructor(status: number, message: string, more: Record<string, string> = {}) {
    super(message);
    this.status = status;
    const type = status === 402 ? 'card_error' : status >= 500 ? 'api_error' : 'invalid_request_error';
    this.body = { error: { type, message, ...more } };
  }
}

export const newId = (prefix: string) =>
  `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`;

export function get<Thing>(shelf: Map<string, Thing>, id: string, noun: string): Thing {
  const thing = shelf.get(id);
  if (!thing) throw new Fault(404, `No such ${noun}: '${id}'`, { code: 'resource_missing', param: 'id' });
  return thing;
}

export const text = (params: Params, name: string): string | null => {
  const value = params[name];
  return typeof value === 'string' ? value : null;
};
export const whole = (params: Params, name: string): number | null => {
  const value = text(params, name);
  return value === null ? null : Number(value);
};
export const branch = (params: Params, name: string): Params => {
  const value = params[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
};
export const branches = (params: Params, name: string): Params[] => {
  const value = params[name];
  return Array.isArray(value) ? value.filter((each): each is Params => typeof each === 'object') : [];
};

/** Metadata of at most 50 keys of 40 characters with values of 500, as Stripe takes it. */
export function metadata(params: Params): Stripe.Metadata {
  const entries = Object.entries(branch(params, 'metadata')).map(
    ([name, value]) => [name, String(value)] as const,
  );
  if (entries.length > 50 || entries.some(([name, value]) => name.length > 40 || value.length > 500)) {
    throw new Fault(400, 'Metadata is too long', { param: 'metadata' });
  }
  return Object.fromEntries(entries);
}

export const idIn = (reference: string | { id: string } | null | undefined) =>
  (typeof reference === 'object' ? reference?.id : reference) ?? '';

/** The account whose key, version and secrets the fake answers to. */
export const account = {
  secretKey: 'sk_test_fake',
  publishableKey: 'pk_test_fake',
  webhookSecret: 'whsec_fake',
  prices: { premium: 'price_premium', vip: 'price_vip' },
} as const;
