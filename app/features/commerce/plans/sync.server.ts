import { randomUUID } from 'node:crypto';
import { db, timestamptz } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { ConflictError, retryOnConflict } from '../../../db/retry-on-conflict.server.ts';
import type { SubscriptionState } from '../../../payments/payment-states.ts';
import type { SystemContext } from '../../../scope.ts';
import { ignoringProviderErrors } from '../attempts/ignoring-provider-errors.ts';
import { memberOf } from '../ledger/customers.server.ts';
import { endAttemptAtProvider, refundInvoices } from './end-attempt.server.ts';
import { writeEntitlement } from './entitlement.server.ts';
import { recordInvoices } from './invoices.server.ts';
import type { SubscriptionStatus } from './subscription.entity.ts';
import {
  closeAttempt,
  isAttempt,
  isCurrent,
  isFailing,
  lockSubscriptionsOf,
  type SubscriptionRow,
  subscriptionVersion,
  writeSubscription,
} from './subscription-row.server.ts';

export interface Synced {
  /** `unknown` is not one of ours; `note` says why. */
  state: 'synced' | 'unknown';
  userId: number | null;
  note: string | null;
}

/** Brings one subscription to the provider's state: its row, the member's plan, the creator's items for sale, and the
 *  paid invoices. It may run in any order and any number of times. */
export async function syncSubscription(scope: SystemContext, subscriptionId: string): Promise<Synced> {
  const { em, payments, now } = scope;
  const done = await retryOnConflict(async () => {
    const version = await subscriptionVersion(em, subscriptionId);
    const state = await payments.retrieveSubscription(subscriptionId);
    if (!state) return { ...(await forget(scope, subscriptionId)), provider: null };
    const userId = await memberOf(scope, state.customerId);
    const note = mismatchOf(state, userId, payments.livemode);
    if (userId === null || note !== null) return { note, provider: null };
    const url = await openInvoiceUrl(scope, state);
    const written = await em.transactional((em) =>
      applySubscriptionState(em, { state, userId, version, url, at: now() }),
    );
    return { note: null, provider: state, userId, ...written };
  });
  if (!done.provider) return { state: 'unknown', userId: null, note: done.note };
  const { provider, userId, outcome, rival, mustReadAgain } = done;
  if (outcome === 'surplus') return endSurplus(scope, provider);
  if (outcome === 'written') await recordInvoices(scope, provider);
  if (rival) await closeRival(scope, rival, subscriptionId);
  if (await isTakenBack(scope, subscriptionId)) {
    await payments.cancelNow({ subscriptionId, idempotencyKey: `taken back:${randomUUID()}` });
    return syncSubscription(scope, subscriptionId);
  }
  // A newer read at the same time may have found nothing to change, so the provider is asked again (ADR-038).
  if (mustReadAgain) return syncSubscription(scope, subscriptionId);
  return { state: 'synced', userId, note: null };
}

/** The provider no longer knows the subscription, as after a change of provider. It gives nothing from now on. */
async function forget({ em, now }: SystemContext, subscriptionId: string) {
  await em.transactional(async (em) => {
    const owner = await db(em)
      .selectFrom('subscriptions')
      .select('user_id as id')
      .where('subscription_id', '=', subscriptionId)
      .where('status', '<>', 'unknown')
      .executeTakeFirst();
    if (!owner) return;
    await lockMembers(em, [owner.id]);
    await db(em)
      .updateTable('subscriptions')
      .set(({ eb }) => ({ status: 'unknown', version: eb('version', '+', 1), synced_at: now() }))
      .where('subscription_id', '=', subscriptionId)
      .where('status', '<>', 'unknown')
      .execute();
    await writeEntitlement(em, owner.id, now());
  });
  return { note: `The provider knows no subscription ${subscriptionId}` };
}

function mismatchOf(state: SubscriptionState, userId: number | null, livemode: boolean): string | null {
  if (state.livemode !== livemode) return 'A test subscription beside live ones, or the reverse';
  if (userId === null) return `Customer ${state.customerId} is none of ours`;
  if (state.memberId !== null && state.memberId !== String(userId)) return `Member ${state.memberId}`;
  return null;
}

async function openInvoiceUrl({ payments }: SystemContext, state: SubscriptionState): Promise<string | null> {
  const isOwing = isFailing(state.status) || state.pendingPlan !== null;
  if (!isOwing || !state.latestInvoiceId) return null;
  const invoice = await payments.retrieveInvoice(state.latestInvoiceId);
  return invoice?.status === 'open' ? invoice.url : null;
}

interface Writing {
  state: SubscriptionState;
  userId: number;
  version: number | null;
  url: string | null;
  at: Date;
}

interface Written {
  /** `surplus`: the member already pays for another plan. `skipped`: this one is not paid yet. */
  outcome: 'written' | 'skipped' | 'surplus';
  rival: SubscriptionRow | null;
  /** A known plan has changed, so the provider's answer may be outdated by now. */
  mustReadAgain: boolean;
}

/** Brings the row of a subscription, an attempt that it completes, and the member's plan to the provider's state. */
async function applySubscriptionState(
  em: Em,
  { state, userId, version, url, at }: Writing,
): Promise<Written> {
  await lockMembers(em, [userId]);
  const all = await lockSubscriptionsOf(em, userId);
  const known = all.find(({ subscriptionId }) => subscriptionId === state.subscriptionId);
  if ((known?.version ?? null) !== version) throw new ConflictError();
  // A price that is not ours gives no plan, whatever the state.
  const status = state.plan === null ? 'unknown' : state.status;
  const rival = all.find((each) => each !== known && isCurrent(each.status)) ?? null;
  const refusal = refusalOf(status, known, rival);
  if (refusal) return { outcome: refusal, rival: null, mustReadAgain: false };
  // The attempt was paid on a hosted page, or the provider's answer was lost: its row gets the subscription now.
  const completesAttempt = isCurrent(status) && !known && rival?.subscriptionId === null;
  if (isCurrent(status) && rival && !completesAttempt) await closeAttempt(em, rival.id);
  const isSameFailure =
    known?.status === status && new Date(known.periodStart ?? 0).getTime() === state.periodStart.getTime();
  const isChanged = await writeSubscription(em, state, {
    id: known?.id ?? (completesAttempt ? rival.id : null),
    userId,
    plan: state.plan ?? known?.plan ?? 'premium',
    status,
    pastDueSince: isFailing(status) ? (isSameFailure && known.pastDueSince) || at : null,
    openInvoiceUrl: url,
    at,
  });
  await writeEntitlement(em, userId, at);
  const isJustPaid = isCurrent(status) && status !== 'incomplete' && (!known || isAttempt(known.status));
  const mustReadAgain = isChanged && known !== undefined && !isAttempt(known.status);
  return { outcome: 'written', rival: isJustPaid ? (rival ?? known ?? null) : null, mustReadAgain };
}

/** Why a subscription is not written: it is not paid yet, or the member already pays for another. */
function refusalOf(
  status: SubscriptionStatus,
  known: SubscriptionRow | undefined,
  rival: SubscriptionRow | null,
): 'skipped' | 'surplus' | null {
  if (!known && (status === 'incomplete' || status === 'incomplete_expired')) return 'skipped';
  if (isCurrent(status) && rival && !isAttempt(rival.status)) return 'surplus';
  return null;
}

/** Whether a bank has taken back the payment of the present month, so that the plan must end. */
async function isTakenBack({ em, now }: SystemContext, subscriptionId: string): Promise<boolean> {
  const lost = await db(em)
    .selectFrom('charges as h')
    .innerJoin('subscriptions as s', 's.id', 'h.subscription_id')
    .select('h.id')
    .where('s.subscription_id', '=', subscriptionId)
    .where('s.status', 'in', ['trialing', 'active', 'past_due', 'unpaid', 'paused'])
    .where('h.lost_cents', '>', 0)
    .where('h.period_end', '>', timestamptz(now()))
    .limit(1)
    .executeTakeFirst();
  return lost !== undefined;
}

/** Closes another attempt of a member who has paid. If this fails, a second payment is refunded later. */
async function closeRival(scope: SystemContext, rival: SubscriptionRow, paidSubscriptionId: string) {
  const subscriptionId = rival.subscriptionId === paidSubscriptionId ? null : rival.subscriptionId;
  await ignoringProviderErrors(() =>
    endAttemptAtProvider(scope, { subscriptionId, checkoutId: rival.checkoutId }),
  );
}

/** Ends a second plan. Its money is refunded before it is cancelled, so that a crash between repeats both. */
async function endSurplus(scope: SystemContext, { subscriptionId }: SubscriptionState): Promise<Synced> {
  await refundInvoices(scope, subscriptionId);
  await scope.payments.cancelNow({ subscriptionId, idempotencyKey: `surplus:${randomUUID()}` });
  return syncSubscription(scope, subscriptionId);
}
