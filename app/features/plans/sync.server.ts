import { randomUUID } from 'node:crypto';
import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';
import { Stale, untilFresh } from '../../db/until-fresh.server.ts';
import type { SubscriptionState } from '../../payments/payment-states.ts';
import type { HouseScope } from '../../scope.ts';
import { memberOf } from './customers.server.ts';
import { endAttemptAtProvider, refundInvoices } from './end-attempt.server.ts';
import { project } from './entitlement.server.ts';
import { recordInvoices } from './invoices.server.ts';
import {
  closeAttempt,
  isAttempt,
  isFailing,
  isLive,
  type SubscriptionRow,
  subscriptionsOf,
  subscriptionVersion,
  writeSubscription,
} from './subscription-row.server.ts';

export interface Synced {
  /** `unknown` is none of ours; `note` says why. */
  state: 'synced' | 'unknown';
  userId: number | null;
  note: string | null;
}

/**
 * Brings one subscription to what the provider holds now, in any order and as often as one likes: its row, the
 * member's plan, the surplus of items for sale, and the invoices that were paid.
 */
export async function syncSubscription(scope: HouseScope, subscriptionId: string): Promise<Synced> {
  const { em, payments, now } = scope;
  const done = await untilFresh(async () => {
    const version = await subscriptionVersion(em, subscriptionId);
    const state = await payments.retrieveSubscription(subscriptionId);
    if (!state) return { ...(await forget(scope, subscriptionId)), provider: null };
    const userId = await memberOf(scope, state.customerId);
    const note = strangeness(state, userId, payments.live);
    if (userId === null || note !== null) return { note, provider: null };
    const url = await openInvoiceUrl(scope, state);
    const written = await em.transactional((em) => write(em, { state, userId, version, url, at: now() }));
    return { note: null, provider: state, userId, ...written };
  });
  if (!done.provider) return { state: 'unknown', userId: null, note: done.note };
  const { provider, userId, outcome, rival } = done;
  if (outcome === 'surplus') return endSurplus(scope, provider);
  if (outcome === 'written') await recordInvoices(scope, provider);
  if (rival) await closeRival(scope, rival, subscriptionId);
  if (await isTakenBack(scope, subscriptionId)) {
    await payments.cancelNow({ subscriptionId, idempotencyKey: `taken back:${randomUUID()}` });
    return syncSubscription(scope, subscriptionId);
  }
  return { state: 'synced', userId, note: null };
}

/** The provider knows it no more, as after a change of provider: it gives nothing from now on. */
async function forget({ em, now }: HouseScope, subscriptionId: string) {
  await em.transactional(async (em) => {
    const gone = await row<{ user_id: number }>(em)`
      update subscriptions set status = 'unknown', version = version + 1, synced_at = ${now()}
      where subscription_id = ${subscriptionId} returning user_id`;
    if (gone) await project(em, gone.user_id, now());
  });
  return { note: `The provider knows no subscription ${subscriptionId}` };
}

function strangeness(state: SubscriptionState, userId: number | null, live: boolean): string | null {
  if (state.live !== live) return 'A test subscription beside live ones, or the reverse';
  if (userId === null) return `Customer ${state.customerId} is none of ours`;
  if (state.memberId !== null && state.memberId !== String(userId)) return `Member ${state.memberId}`;
  return null;
}

/** Where a failed renewal, or a change that waits, can be paid. */
async function openInvoiceUrl({ payments }: HouseScope, state: SubscriptionState): Promise<string | null> {
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
  /** `surplus`: the member pays for a plan already. `skipped`: nobody paid for this one yet. */
  outcome: 'written' | 'skipped' | 'surplus';
  /** An attempt whose ways to pay must be closed now. */
  rival: SubscriptionRow | null;
}

async function write(em: Em, { state, userId, version, url, at }: Writing): Promise<Written> {
  await row(em)`select 1 from users where id = ${userId} for update`;
  const all = await subscriptionsOf(em, userId);
  const known = all.find(({ subscriptionId }) => subscriptionId === state.subscriptionId);
  if ((known?.version ?? null) !== version) throw new Stale();
  // A price that is none of ours gives no rights, whatever the state says.
  const status = state.plan === null ? 'unknown' : state.status;
  if (!known && (status === 'incomplete' || status === 'incomplete_expired')) {
    return { outcome: 'skipped', rival: null };
  }
  const rival = all.find((each) => each !== known && isLive(each.status)) ?? null;
  if (isLive(status) && rival && !isAttempt(rival.status)) return { outcome: 'surplus', rival: null };
  // A hosted page, or an answer that was lost: the attempt gets to know its subscription here.
  const adopts = isLive(status) && !known && rival?.subscriptionId === null;
  if (isLive(status) && rival && !adopts) await closeAttempt(em, rival.id);
  const isSameFailure =
    known?.status === status && new Date(known.periodStart ?? 0).getTime() === state.periodStart.getTime();
  await writeSubscription(em, state, {
    id: known?.id ?? (adopts ? rival.id : null),
    userId,
    plan: state.plan ?? known?.plan ?? 'premium',
    status,
    pastDueSince: isFailing(status) ? (isSameFailure && known.pastDueSince) || at : null,
    openInvoiceUrl: url,
    at,
  });
  await project(em, userId, at);
  const isJustPaid = isLive(status) && status !== 'incomplete' && (!known || isAttempt(known.status));
  return { outcome: 'written', rival: isJustPaid ? (rival ?? known ?? null) : null };
}

/** Whether a bank has taken back what the running month cost: nobody pays for it any more. */
async function isTakenBack({ em, now }: HouseScope, subscriptionId: string): Promise<boolean> {
  const lost = await row(em)`
    select 1 from charges h join subscriptions s on s.id = h.subscription_id
    where s.subscription_id = ${subscriptionId} and s.status in ('trialing', 'active', 'past_due', 'unpaid', 'paused')
      and h.lost_cents > 0 and h.period_end > ${now()} limit 1`;
  return lost !== null;
}

/** What could still be paid although the member has a plan; if this fails, the surplus is sent back later. */
async function closeRival(scope: HouseScope, rival: SubscriptionRow, paidSubscriptionId: string) {
  const subscriptionId = rival.subscriptionId === paidSubscriptionId ? null : rival.subscriptionId;
  try {
    await endAttemptAtProvider(scope, { subscriptionId, checkoutId: rival.checkoutId });
  } catch {
    // The member has paid: that the other attempt stays open must not look like a failure to them.
  }
}

/** A second plan beside a running one: its money goes back first, so that a crash in between repeats it. */
async function endSurplus(scope: HouseScope, { subscriptionId }: SubscriptionState): Promise<Synced> {
  await refundInvoices(scope, subscriptionId);
  await scope.payments.cancelNow({ subscriptionId, idempotencyKey: `surplus:${randomUUID()}` });
  return syncSubscription(scope, subscriptionId);
}
