import { randomUUID } from 'node:crypto';
import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { PaidPlan } from '../../../domain/plan-prices.ts';
import type { SubscriptionState } from '../../../payments/payment-states.ts';
import type { SubscriptionStatus } from './subscription.entity.ts';

/** A member has at most one subscription in these states. */
export const currentStates: readonly SubscriptionStatus[] = [
  'opening',
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
];
export const isCurrent = (status: SubscriptionStatus) => currentStates.includes(status);
export const isAttempt = (status: SubscriptionStatus) => status === 'opening' || status === 'incomplete';
/** A payment is missing. Only `past_due` still gives the plan, during the grace period. */
export const isFailing = (status: SubscriptionStatus) =>
  status === 'past_due' || status === 'unpaid' || status === 'paused';

const newSubscriptionKey = () => `subscription:${randomUUID()}`;

const columns = [
  'id',
  'user_id as userId',
  'subscription_id as subscriptionId',
  'checkout_id as checkoutId',
  'plan',
  'status',
  'price_cents as priceCents',
  'period_start as periodStart',
  'period_end as periodEnd',
  'cancel_at_period_end as cancelAtPeriodEnd',
  'scheduled_plan as scheduledPlan',
  'pending_plan as pendingPlan',
  'past_due_since as pastDueSince',
  'open_invoice_url as openInvoiceUrl',
  'idempotency_key as idempotencyKey',
  'unanswered_change as unansweredChange',
  'change_key as changeKey',
  'version',
  'created_at as createdAt',
] as const;

const listOf = (em: Em, userId: number) =>
  db(em).selectFrom('subscriptions').select(columns).where('user_id', '=', userId).orderBy('id');

export type SubscriptionRow = Awaited<ReturnType<typeof subscriptionsOf>>[number];

export const subscriptionsOf = (em: Em, userId: number) => listOf(em, userId).execute();

/** The same, locked. Lock the member first (`lockOrder`). */
export const lockSubscriptionsOf = (em: Em, userId: number) => listOf(em, userId).forNoKeyUpdate().execute();

/** The member's one subscription that is not over, or null. */
export async function currentSubscription(em: Em, userId: number): Promise<SubscriptionRow | null> {
  const all = await subscriptionsOf(em, userId);
  return all.find(({ status }) => isCurrent(status)) ?? null;
}

export async function subscriptionVersion(em: Em, subscriptionId: string): Promise<number | null> {
  const found = await db(em)
    .selectFrom('subscriptions')
    .select('version')
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return found?.version ?? null;
}

interface Beginning {
  userId: number;
  plan: PaidPlan;
  at: Date;
}

export const insertOpeningSubscription = (
  em: Em,
  { userId, plan, at }: Beginning,
): Promise<SubscriptionRow> =>
  db(em)
    .insertInto('subscriptions')
    .values({
      user_id: userId,
      plan,
      status: 'opening',
      idempotency_key: newSubscriptionKey(),
      created_at: at,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

interface Facts {
  /** The row to overwrite. Without it, a new row is inserted. */
  id: number | null;
  userId: number;
  plan: PaidPlan;
  status: SubscriptionStatus;
  pastDueSince: Date | string | null;
  openInvoiceUrl: string | null;
  at: Date;
}

/** Writes the provider's state if it differs. @returns whether it differed, so that the version has grown */
export async function writeSubscription(em: Em, state: SubscriptionState, facts: Facts): Promise<boolean> {
  const { plan, status, pastDueSince, openInvoiceUrl, at } = facts;
  const id = facts.id ?? (await insertSubscription(em, state, facts));
  const columns = {
    subscription_id: state.subscriptionId,
    plan,
    status,
    price_cents: state.priceCents,
    period_start: state.periodStart,
    period_end: state.periodEnd,
    cancel_at_period_end: state.cancelAtPeriodEnd,
    scheduled_plan: state.scheduledPlan,
    pending_plan: state.pendingPlan,
    past_due_since: pastDueSince,
    ended_at: state.endedAt,
  };
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const { numUpdatedRows } = await db(em)
    .updateTable('subscriptions')
    .set(({ eb }) => ({ ...columns, synced_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where((eb) =>
      eb.or(names.map((name) => sql<boolean>`${sql.ref(name)} is distinct from ${columns[name]}`)),
    )
    .executeTakeFirst();
  // The provider may name a new page at every read. That alone is no change.
  await db(em)
    .updateTable('subscriptions')
    .set({ open_invoice_url: openInvoiceUrl })
    .where('id', '=', id)
    .where('open_invoice_url', 'is distinct from', openInvoiceUrl)
    .execute();
  return numUpdatedRows > 0n;
}

async function insertSubscription(em: Em, state: SubscriptionState, { userId, plan, status }: Facts) {
  const made = await db(em)
    .insertInto('subscriptions')
    .values({
      user_id: userId,
      subscription_id: state.subscriptionId,
      plan,
      status,
      idempotency_key: newSubscriptionKey(),
      created_at: state.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

const updateAttempt = (em: Em, id: number) =>
  db(em)
    .updateTable('subscriptions')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('status', 'in', ['opening', 'incomplete']);

/** Closes an attempt that was replaced by another, or is too old. */
export const closeAttempt = (em: Em, id: number) =>
  updateAttempt(em, id).set({ status: 'incomplete_expired' }).execute();

export const renewAttempt = (em: Em, { id, idempotencyKey }: SubscriptionRow) =>
  updateAttempt(em, id)
    .set({
      idempotency_key: newSubscriptionKey(),
      subscription_id: null,
      checkout_id: null,
      status: 'opening',
    })
    .where('idempotency_key', '=', idempotencyKey)
    .execute();
