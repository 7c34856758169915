import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { paidPlans } from './plans.ts';

/** The provider's words, and `opening` for an attempt that it may not know yet. */
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
    /** What is charged each month, as the provider says; null until it has said it. */
    priceCents: p.integer().nullable(),
    periodStart: p.datetime(3).nullable(),
    periodEnd: p.datetime(3).nullable(),
    cancelAtPeriodEnd: p.boolean().default(false),
    scheduledPlan: p.enum(paidPlans).nullable(),
    pendingPlan: p.enum(paidPlans).nullable(),
    /** When this period was first seen to be unpaid: as `past_due` the grace counts from here, as `unpaid` or
     *  `paused` the plan is closed since then. */
    pastDueSince: p.datetime(3).nullable(),
    /** Where the provider lets the failed renewal be paid. */
    openInvoiceUrl: p.text().nullable(),
    idempotencyKey: p.text().unique(),
    /** The change that was asked of the provider and not yet answered, with its key. */
    act: p.text().nullable(),
    actKey: p.text().nullable().unique(),
    /** Moves with every change: whoever read the provider before it must read again. */
    version: p.integer().default(1),
    createdAt: p.datetime(3).defaultRaw('now()'),
    syncedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
  },
});
export type Subscription = InferEntity<typeof Subscription>;
