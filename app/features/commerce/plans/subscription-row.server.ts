import { randomUUID } from 'node:crypto';
import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import type { PaidPlan } from '../../../domain/plan-prices.ts';
import type { SubscriptionState } from '../../../payments/payment-states.ts';
import type { SubscriptionStatus } from './subscription.entity.ts';

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

/** A member has at most one subscription in these states. */
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
export const isAttempt = (status: SubscriptionStatus) => status === 'opening' || status === 'incomplete';
/** A payment is missing. Only `past_due` still gives the plan, during the grace period. */
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

/** The same, locked. Lock the member first (`lockOrder`). */
export const lockSubscriptionsOf = (em: Em, userId: number) =>
  rows<SubscriptionRow>(em)`
    select ${columns} from subscriptions where user_id = ${userId} order by id for no key update`;

/** The member's one subscription that is not over, or null. */
export async function liveSubscription(em: Em, userId: number): Promise<SubscriptionRow | null> {
  const all = await subscriptionsOf(em, userId);
  return all.find(({ status }) => isLive(status)) ?? null;
}

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

export async function insertAttempt(em: Em, { userId, plan, at }: Beginning): Promise<SubscriptionRow> {
  const made = await row<SubscriptionRow>(em)`
    insert into subscriptions (user_id, plan, status, idempotency_key, created_at)
    values (${userId}, ${plan}, 'opening', ${newSubscriptionKey()}, ${at}) returning ${columns}`;
  return made!;
}

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
  const { userId, plan, status, pastDueSince, openInvoiceUrl, at } = facts;
  const made = await row<{ id: number }>(em)`
    insert into subscriptions (user_id, subscription_id, plan, status, idempotency_key, created_at)
    select ${userId}::int, ${state.subscriptionId}, ${plan}, ${status}, ${newSubscriptionKey()},
      ${state.createdAt}::timestamptz
    where ${facts.id}::int is null returning id`;
  const id = made?.id ?? facts.id;
  const changed = await row(em)`
    update subscriptions set subscription_id = ${state.subscriptionId}, plan = ${plan}, status = ${status},
      price_cents = ${state.priceCents}, period_start = ${state.periodStart}, period_end = ${state.periodEnd},
      cancel_at_period_end = ${state.cancelAtPeriodEnd}, scheduled_plan = ${state.scheduledPlan},
      pending_plan = ${state.pendingPlan}, past_due_since = ${pastDueSince}, ended_at = ${state.endedAt},
      synced_at = ${at}, version = version + 1
    where id = ${id} and (subscription_id, plan, status, price_cents, period_start, period_end,
      cancel_at_period_end, scheduled_plan, pending_plan, past_due_since, ended_at)
      is distinct from (${state.subscriptionId}, ${plan}, ${status}, ${state.priceCents}::int,
        ${state.periodStart}::timestamptz(3), ${state.periodEnd}::timestamptz(3), ${state.cancelAtPeriodEnd}::boolean,
        ${state.scheduledPlan}::text, ${state.pendingPlan}::text, ${pastDueSince}::timestamptz(3),
        ${state.endedAt}::timestamptz(3))
    returning id`;
  // The provider may name a new page at every read. That alone is no change.
  await row(em)`
    update subscriptions set open_invoice_url = ${openInvoiceUrl}
    where id = ${id} and open_invoice_url is distinct from ${openInvoiceUrl}::text`;
  return changed !== null;
}

/** Closes an attempt that was replaced by another, or is too old. */
export async function closeAttempt(em: Em, id: number) {
  await row(em)`
    update subscriptions set status = 'incomplete_expired', version = version + 1
    where id = ${id} and status in ('opening', 'incomplete')`;
}

export async function renewAttempt(em: Em, { id, idempotencyKey }: SubscriptionRow) {
  await row(em)`
    update subscriptions set idempotency_key = ${newSubscriptionKey()}, subscription_id = null,
      checkout_id = null, status = 'opening', version = version + 1
    where id = ${id} and status in ('opening', 'incomplete') and idempotency_key = ${idempotencyKey}`;
}

/** Saves what the provider made of an attempt. False when another tab has changed the attempt. */
export async function keepAttempt(
  em: Em,
  { id, idempotencyKey }: SubscriptionRow,
  made: { subscriptionId: string | null; checkoutId: string | null },
): Promise<boolean> {
  const kept = await row(em)`
    with mine as (
      select id, coalesce(${made.subscriptionId}::text, subscription_id) as subscription,
        coalesce(${made.checkoutId}::text, checkout_id) as page,
        case when ${made.subscriptionId}::text is null then status else 'incomplete' end as state
      from subscriptions
      where id = ${id} and status in ('opening', 'incomplete') and idempotency_key = ${idempotencyKey}
        and (${made.subscriptionId}::text is null or checkout_id is null)
        and (${made.checkoutId}::text is null or subscription_id is null)
      for no key update
    ), changed as (
      update subscriptions s set subscription_id = mine.subscription, checkout_id = mine.page, status = mine.state,
        version = version + 1
      from mine where s.id = mine.id
        and (s.subscription_id, s.checkout_id, s.status) is distinct from (mine.subscription, mine.page, mine.state)
    )
    select id from mine`;
  return kept !== null;
}
