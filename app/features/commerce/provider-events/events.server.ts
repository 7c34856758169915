import { db, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import type { ProviderEvent } from '../../../payments/events.ts';
import type { SystemContext } from '../../../scope.ts';
import { syncRefund } from '../ledger/refunds.server.ts';
import { recordInvoice } from '../plans/invoices.server.ts';
import { syncSubscription } from '../plans/sync.server.ts';
import { type Fulfilment, fulfil, fulfilCheckout } from '../purchases/fulfil.server.ts';
import type { StoredEvent } from './provider-event.entity.ts';
import { storeEvents } from './store-events.sql.server.ts';
import { syncDispute } from './sync-dispute.server.ts';

/** Stores an event of the provider once and enqueues its work in the same transaction. Nothing else happens here, so
 *  that the provider gets its answer at once.
 *  @throws BadSignature for a forged, altered or old delivery */
export async function storeWebhook(scope: SystemContext, rawBody: string, headers: Headers) {
  const event = scope.payments.parseEvent(rawBody, headers);
  await scope.em.transactional((em) => store(em, [event], scope.now()));
}

async function store(em: Em, events: ProviderEvent[], at: Date): Promise<number> {
  const fresh = await storeEvents(em, events, at);
  await enqueue(em, 'provider-event', ...fresh);
  return fresh.length;
}

/** `ignored` concerns nothing of ours. `review` is money without a matching order, for an operator. */
interface Outcome {
  outcome: 'done' | 'ignored' | 'review';
  note: string | null;
}

/** Processes a stored event: reads its object again at the provider. Repeating it has no further effect. */
export async function processEvent(scope: SystemContext, id: string) {
  const { em, payments, now } = scope;
  const event = await db(em)
    .selectFrom('provider_events')
    .select(['kind', 'object_id as objectId', 'live'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!event) return;
  const { outcome, note }: Outcome =
    event.live === payments.livemode
      ? await actOn(scope, event)
      : { outcome: 'review', note: 'A test event beside live ones, or the reverse' };
  await db(em)
    .updateTable('provider_events')
    .set({ processed_at: now(), outcome, note })
    .where('id', '=', id)
    .execute();
}

async function actOn(
  scope: SystemContext,
  { kind, objectId }: Pick<StoredEvent, 'kind' | 'objectId'>,
): Promise<Outcome> {
  switch (kind) {
    case 'payment':
      return outcomeOf(await fulfil(scope, objectId));
    case 'checkout': {
      const session = await scope.payments.retrieveCheckout(objectId);
      if (session?.subscriptionId) return planOutcome(scope, session.subscriptionId);
      return outcomeOf(await fulfilCheckout(scope, objectId));
    }
    case 'subscription':
      return planOutcome(scope, objectId);
    case 'invoice': {
      const invoice = await scope.payments.retrieveInvoice(objectId);
      const outcome = await planOutcome(scope, invoice?.subscriptionId ?? null);
      if (invoice && outcome.outcome === 'done') await recordInvoice(scope, invoice);
      return outcome;
    }
    case 'refund':
      return refundOutcome(scope, objectId);
    case 'dispute':
      return outcomeOf(await syncDispute(scope, objectId));
    default:
      return { outcome: 'ignored', note: null };
  }
}

async function refundOutcome(scope: SystemContext, refundId: string): Promise<Outcome> {
  const paymentId = await syncRefund(scope, refundId);
  return outcomeOf(paymentId === null ? null : await fulfil(scope, paymentId));
}

const outcomeOf = (done: Fulfilment | null): Outcome => {
  const isUnplaced = done?.state === 'review' || (done?.state === 'unknown' && done.message !== null);
  if (isUnplaced) return { outcome: 'review', note: done.message };
  return { outcome: !done || done.state === 'unknown' ? 'ignored' : 'done', note: null };
};

async function planOutcome(scope: SystemContext, subscriptionId: string | null): Promise<Outcome> {
  if (subscriptionId === null) return { outcome: 'ignored', note: 'No subscription' };
  const { state, note } = await syncSubscription(scope, subscriptionId);
  return { outcome: state === 'synced' ? 'done' : 'ignored', note };
}

const dayMs = 24 * 3_600_000;
/** Providers keep events for thirty days. */
const keptMs = 29 * dayMs;

/** Asks the provider for all events since the last time, and stores those whose delivery was lost. */
export async function catchUpEvents({ em, payments, now }: SystemContext): Promise<number> {
  const at = now();
  const last = await db(em)
    .selectFrom('event_reads')
    .select('read_until as until')
    .where('provider', '=', payments.name)
    .executeTakeFirst();
  const since = Math.max(at.getTime() - keptMs, last ? new Date(last.until).getTime() - dayMs : 0);
  const events = await payments.listEvents(new Date(since));
  return em.transactional(async (em) => {
    await db(em)
      .insertInto('event_reads')
      .values({ provider: payments.name, read_until: at })
      .onConflict((conflict) => conflict.column('provider').doUpdateSet({ read_until: at }))
      .execute();
    return store(em, events, at);
  });
}

/** Events whose job was lost with a killed worker. The queue's own retries come much sooner. */
export async function waitingEvents({ em }: SystemContext, before: Date): Promise<string[]> {
  const waiting = await db(em)
    .selectFrom('provider_events')
    .select('id')
    .where('processed_at', 'is', null)
    .where('received_at', '<', timestamptz(before))
    .orderBy('received_at')
    .orderBy('id')
    .limit(200)
    .execute();
  return waiting.map(({ id }) => id);
}
