import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { row, rows } from '../../../db/sql.server.ts';
import type { EventKind, ProviderEvent } from '../../../payments/events.ts';
import type { SystemContext } from '../../../scope.ts';
import { takeRefund } from '../ledger/refunds.server.ts';
import { recordInvoice } from '../plans/invoices.server.ts';
import { syncSubscription } from '../plans/sync.server.ts';
import { type Fulfilment, fulfil, fulfilCheckout } from '../purchases/fulfil.server.ts';
import { syncDispute } from './sync-dispute.server.ts';

/** Stores an event of the provider once and enqueues its work in the same transaction. Nothing else happens here, so
 *  that the provider gets its answer at once.
 *  @throws BadSignature for a forged, altered or old delivery */
export async function takeDelivery(scope: SystemContext, rawBody: string, headers: Headers) {
  const event = scope.payments.parseEvent(rawBody, headers);
  await scope.em.transactional((em) => store(em, [event], scope.now()));
}

async function store(em: Em, events: ProviderEvent[], at: Date): Promise<number> {
  const fresh = await rows<{ id: string }>(em)`
    insert into provider_events (id, type, kind, object_id, live, created_at, received_at)
    select e.id, e.type, e.kind, e."objectId", e.live, e."createdAt", ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as e (id text, type text, kind text, "objectId" text, live boolean, "createdAt" timestamptz)
    on conflict (id) do nothing returning id`;
  await enqueue(em, 'provider-event', ...fresh);
  return fresh.length;
}

interface StoredRow {
  kind: EventKind;
  objectId: string;
  live: boolean;
}

/** `ignored` concerns nothing of ours. `review` is money without a matching order, for an operator. */
interface Outcome {
  outcome: 'done' | 'ignored' | 'review';
  note: string | null;
}

/** Processes a stored event: reads its object again at the provider. Repeating it has no further effect. */
export async function processEvent(scope: SystemContext, id: string) {
  const { em, payments, now } = scope;
  const event = await row<StoredRow>(em)`
    select kind, object_id as "objectId", live from provider_events where id = ${id}`;
  if (!event) return;
  const { outcome, note }: Outcome =
    event.live === payments.live
      ? await actOn(scope, event)
      : { outcome: 'review', note: 'A test event beside live ones, or the reverse' };
  await row(em)`
    update provider_events set processed_at = ${now()}, outcome = ${outcome}, note = ${note} where id = ${id}`;
}

async function actOn(scope: SystemContext, { kind, objectId }: StoredRow): Promise<Outcome> {
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
      return outcomeOf(await syncRefund(scope, objectId));
    case 'dispute':
      return outcomeOf(await syncDispute(scope, objectId));
    default:
      return { outcome: 'ignored', note: null };
  }
}

async function syncRefund(scope: SystemContext, refundId: string): Promise<Fulfilment | null> {
  const paymentId = await takeRefund(scope, refundId);
  return paymentId === null ? null : fulfil(scope, paymentId);
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
  const last = await row<{ until: string }>(em)`
    select read_until as until from event_reads where provider = ${payments.name}`;
  const since = Math.max(at.getTime() - keptMs, last ? new Date(last.until).getTime() - dayMs : 0);
  const events = await payments.listEvents(new Date(since));
  return em.transactional(async (em) => {
    await row(em)`
      insert into event_reads (provider, read_until) values (${payments.name}, ${at})
      on conflict (provider) do update set read_until = excluded.read_until`;
    return store(em, events, at);
  });
}

/** Events whose job was lost with a killed worker. The queue's own retries come much sooner. */
export async function waitingEvents({ em }: SystemContext, before: Date): Promise<string[]> {
  const waiting = await rows<{ id: string }>(em)`
    select id from provider_events where processed_at is null and received_at < ${before}
    order by received_at, id limit 200`;
  return waiting.map(({ id }) => id);
}
