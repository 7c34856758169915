import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import { bigint, rows, run, text as textColumn } from '../../db/raw.server.ts';
import { eventTypes, signatureHeader } from '../events.ts';
import { ApiError } from './api-error.server.ts';
import type { SandboxDatabase } from './database.server.ts';
import { consumeFault } from './faults.sql.server.ts';
import { branch, type Params, text, whole } from './form.server.ts';
import { daySeconds } from './periods.server.ts';
import { list } from './state.server.ts';

export interface Delivery {
  body: string;
  headers: Headers;
}

/** Passes a delivery to the webhook's handler. True if it was accepted. */
export type Deliver = (delivery: Delivery) => Promise<boolean>;

const hour = 3_600;
const largestPage = 100;

/** Saves events in the transaction of their cause. The site's endpoint wants some types only, as docs/operations.md
 *  sets it up (https://docs.stripe.com/api/webhook_endpoints/object#webhook_endpoint_object-enabled_events). */
export async function saveEvents(db: SandboxDatabase, events: Stripe.EventBase[]): Promise<void> {
  if (events.length === 0) return;
  const records = events.map((event) => ({
    id: event.id,
    payload: JSON.stringify(event),
    created_at: event.created,
    next_attempt_at: eventTypes.includes(event.type) ? event.created : null,
  }));
  await run(db)`
    insert into sandbox.event (id, payload, created_at, next_attempt_at)
    select * from jsonb_to_recordset(${JSON.stringify(records)})
      as e (id text, payload text, created_at bigint, next_attempt_at bigint)`;
}

/** One page of events, newest first (https://docs.stripe.com/api/events/list, https://docs.stripe.com/api/pagination). */
export async function listEvents(
  db: SandboxDatabase,
  params: Params,
): Promise<Stripe.ApiList<Stripe.EventBase>> {
  const types = Array.isArray(params.types) ? params.types.map(String) : null;
  if (types && types.length > 20) throw new ApiError(400, 'At most 20 types', { param: 'types' });
  const limit = whole(params, 'limit') ?? 10;
  if (limit < 1 || limit > largestPage) {
    throw new ApiError(400, 'A page has 1 to 100 objects', { param: 'limit' });
  }
  const since = whole(branch(params, 'created'), 'gte') ?? 0;
  const after = text(params, 'starting_after');
  const found = await rows(db, { payload: textColumn })`
    select payload from sandbox.event
    where created_at >= ${since}
      and (${after}::text is null or position < (select position from sandbox.event where id = ${after}))
      and (${types}::text[] is null or payload::jsonb->>'type' = any(${types}))
    order by position desc limit ${limit + 1}`;
  const events: Stripe.EventBase[] = found.slice(0, limit).map(({ payload }) => JSON.parse(payload));
  return { ...list(events, '/v1/events'), has_more: found.length > limit };
}

/** The header `Stripe-Signature`: the time, and an HMAC with SHA-256 of the time, a dot and the body. A receiver
 *  refuses a time more than five minutes off (https://docs.stripe.com/webhooks#verify-manually). `at` is in milliseconds. */
export function sign(body: string, secret: string, at: number): string {
  const stamp = Math.floor(at / 1000);
  const digest = createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex');
  return `t=${stamp},v1=${digest}`;
}

interface DeliveryOptions {
  db: SandboxDatabase;
  secret: string;
  now: number;
  deliver: Deliver;
}

const waiting = { id: textColumn, payload: textColumn, position: bigint, createdAt: bigint };

/** Sends waiting events after their delays; `all` ignores the delays. They are tried for three days, ever more seldom,
 *  and promise neither an order nor to come only once (https://docs.stripe.com/webhooks). Several processes
 *  may run it: a claim expires, so that a killed process's events are sent again.
 *  @returns the number of accepted events */
export async function deliverWaiting(
  { db, secret, now, deliver }: DeliveryOptions,
  { all = false } = {},
): Promise<number> {
  const claimed = await rows(db, waiting)`
    update sandbox.event set attempts = attempts + 1,
      next_attempt_at = ${now}::bigint + least(30 * power(2, attempts), ${hour})::bigint
    where id in (
      select id from sandbox.event where next_attempt_at is not null and (${all} or next_attempt_at <= ${now}::bigint)
      order by position limit 100 for update skip locked
    ) returning id, payload, position, created_at as "createdAt"`;
  const batch = claimed.sort((a, b) => Number(a.position) - Number(b.position));
  if (batch.length > 1 && (await consumeFault(db, 'reorder_events')) !== null) batch.reverse();
  let taken = 0;
  for (const { id, payload: body, createdAt } of batch) {
    const headers = () => new Headers({ [signatureHeader]: sign(body, secret, now * 1000) });
    const send = () => deliver({ body, headers: headers() }).catch(() => false);
    const isLost = (await consumeFault(db, 'lose_events')) !== null;
    const isDone = isLost || (await send());
    if (isDone && !isLost) taken += 1;
    if (isDone && (await consumeFault(db, 'duplicate_events')) !== null) await send();
    if (isDone || now - Number(createdAt) >= 3 * daySeconds) {
      await run(db)`update sandbox.event set next_attempt_at = null where id = ${id}`;
    }
  }
  return taken;
}
