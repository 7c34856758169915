import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { paidPlans } from '../../../domain/plans.ts';
import { User } from '../../identity/accounts/user.entity.ts';

/** The provider's states, and `opening` for an attempt that the provider may not know yet. */
const subscriptionStates = [
  'opening',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
  'unknown',
] as const;
export type SubscriptionStatus = (typeof subscriptionStates)[number];

export const Subscription = defineEntity({
  name: 'Subscription',
  tableName: 'subscriptions',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    user: () => p.manyToOne(User).deleteRule('restrict'),
    subscriptionId: p.text().nullable().unique(),
    checkoutId: p.text().nullable().unique(),
    plan: p.enum(paidPlans),
    status: p.enum(subscriptionStates),
    /** Null until the provider has named the price. */
    priceCents: p.integer().nullable(),
    periodStart: p.datetime(3).nullable(),
    periodEnd: p.datetime(3).nullable(),
    cancelAtPeriodEnd: p.boolean().default(false),
    scheduledPlan: p.enum(paidPlans).nullable(),
    pendingPlan: p.enum(paidPlans).nullable(),
    /** When a payment of this period was first missing: `past_due` counts the grace period from here; `unpaid` and
     *  `paused` have ended the plan since. */
    pastDueSince: p.datetime(3).nullable(),
    openInvoiceUrl: p.text().nullable(),
    idempotencyKey: p.text().unique(),
    /** A change that was sent to the provider and has no answer yet, with its key. */
    unansweredChange: p.text().nullable(),
    changeKey: p.text().nullable().unique(),
    /** Grows with every change. A process that read the provider at an older version must read again. */
    version: p.integer().default(1),
    createdAt: p.datetime(3).defaultRaw('now()'),
    syncedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
  },
});
export type Subscription = InferEntity<typeof Subscription>;
