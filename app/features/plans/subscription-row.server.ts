import { randomUUID } from 'node:crypto';
import type { Em } from '../../db/orm.server.ts';
import { fragment, row, rows } from '../../db/sql.server.ts';
import type { SubscriptionState } from '../../payments/payment-states.ts';
import type { PaidPlan } from '../../payments/plan-prices.ts';
import type { SubscriptionStatus } from './subscription.entity.ts';

/** A subscription as the database holds it. */
export interface SubscriptionRow {
  id: number;
  userId: number;
  subscriptionId: string | null;
  checkoutId: string | null;
  plan: PaidPlan;
  status: SubscriptionStatus;
  priceCents: number | null;
  periodStart: string | null;
  periodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  scheduledPlan: PaidPlan | null;
  pendingPlan: PaidPlan | null;
  pastDueSince: string | null;
  openInvoiceUrl: string | null;
  idempotencyKey: string;
  act: string | null;
  actKey: string | null;
  version: number;
  createdAt: string;
}

/** States of which a member has one at most. */
const liveStates: SubscriptionStatus[] = [
  'opening',
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
];
export const isLive = (status: SubscriptionStatus) => liveStates.includes(status);
/** Nobody has paid for it yet. */
export const isAttempt = (status: SubscriptionStatus) => status === 'opening' || status === 'incomplete';
/** A payment is missing: within its grace the plan still holds, in the other two states nothing does. */
export const isFailing = (status: SubscriptionStatus) =>
  status === 'past_due' || status === 'unpaid' || status === 'paused';

const newSubscriptionKey = () => `subscription:${randomUUID()}`;

const columns = fragment`id, user_id as "userId", subscription_id as "subscriptionId",
  checkout_id as "checkoutId", plan, status, price_cents as "priceCents", period_start as "periodStart", period_end as "periodEnd",
  cancel_at_period_end as "cancelAtPeriodEnd", scheduled_plan as "scheduledPlan",
  pending_plan as "pendingPlan", past_due_since as "pastDueSince", open_invoice_url as "openInvoiceUrl",
  idempotency_key as "idempotencyKey", act, act_key as "actKey", version, created_at as "createdAt"`;

export const subscriptionsOf = (em: Em, userId: number) =>
  rows<SubscriptionRow>(em)`select ${columns} from subscriptions where user_id = ${userId} order by id`;

/** The member's one subscription that is not over, or null. */
export async function liveSubscription(em: Em, userId: number): Promise<SubscriptionRow | null> {
  const all = await subscriptionsOf(em, userId);
  return all.find(({ status }) => isLive(status)) ?? null;
}

/** Which version the provider is about to be read for; null while there is no row. */
export async function subscriptionVersion(em: Em, subscriptionId: string): Promise<number | null> {
  const found = await row<{ version: number }>(em)`
    select version from subscriptions where subscription_id = ${subscriptionId}`;
  return found?.version ?? null;
}

interface Beginning {
  userId: number;
  plan: PaidPlan;
  at: Date;
}

/** An attempt, written down with its key before the provider hears of it. */
export async function insertAttempt(em: Em, { userId, plan, at }: Beginning): Promise<SubscriptionRow> {
  const made = await row<SubscriptionRow>(em)`
    insert into subscriptions (user_id, plan, status, idempotency_key, created_at)
    values (${userId}, ${plan}, 'opening', ${newSubscriptionKey()}, ${at}) returning ${columns}`;
  return made!;
}

interface Facts {
  /** The row to be overwritten; without one, a row is made. */
  id: number | null;
  userId: number;
  plan: PaidPlan;
  status: SubscriptionStatus;
  pastDueSince: Date | string | null;
  openInvoiceUrl: string | null;
  at: Date;
}

/** Writes what the provider holds into its row. */
export async function writeSubscription(em: Em, state: SubscriptionState, facts: Facts) {
  const { userId, plan, status, pastDueSince, openInvoiceUrl, at } = facts;
  const made = await row<{ id: number }>(em)`
    insert into subscriptions (user_id, subscription_id, plan, status, idempotency_key, created_at)
    select ${userId}::int, ${state.subscriptionId}, ${plan}, ${status}, ${newSubscriptionKey()},
      ${state.createdAt}::timestamptz
    where ${facts.id}::int is null returning id`;
  await row(em)`
    update subscriptions set subscription_id = ${state.subscriptionId}, plan = ${plan}, status = ${status},
      price_cents = ${state.priceCents}, period_start = ${state.periodStart}, period_end = ${state.periodEnd},
      cancel_at_period_end = ${state.cancelAtPeriodEnd}, scheduled_plan = ${state.scheduledPlan},
      pending_plan = ${state.pendingPlan}, past_due_since = ${pastDueSince},
      open_invoice_url = ${openInvoiceUrl}, ended_at = ${state.endedAt}, synced_at = ${at},
      version = version + 1
    where id = ${made?.id ?? facts.id}`;
}

/** An attempt that another one has overtaken, or whose time is over. */
export async function closeAttempt(em: Em, id: number) {
  await row(em)`
    update subscriptions set status = 'incomplete_expired', version = version + 1
    where id = ${id} and status in ('opening', 'incomplete')`;
}

/** Forgets what an attempt was at the provider, and gives it a new key to begin again with. */
export async function renewAttempt(em: Em, id: number) {
  await row(em)`
    update subscriptions set idempotency_key = ${newSubscriptionKey()}, subscription_id = null,
      checkout_id = null, status = 'opening', version = version + 1
    where id = ${id} and status in ('opening', 'incomplete')`;
}

/** Writes down what the provider made of an attempt; false when another tab chose otherwise meanwhile. */
export async function keepAttempt(
  em: Em,
  { id, idempotencyKey }: SubscriptionRow,
  made: { subscriptionId: string | null; checkoutId: string | null },
): Promise<boolean> {
  const kept = await row(em)`
    update subscriptions set subscription_id = coalesce(${made.subscriptionId}::text, subscription_id),
      checkout_id = coalesce(${made.checkoutId}::text, checkout_id),
      status = case when ${made.subscriptionId}::text is null then status else 'incomplete' end,
      version = version + 1
    where id = ${id} and status in ('opening', 'incomplete') and idempotency_key = ${idempotencyKey}
      and (${made.subscriptionId}::text is null or checkout_id is null)
      and (${made.checkoutId}::text is null or subscription_id is null)
    returning id`;
  return kept !== null;
}
