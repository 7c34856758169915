import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type EventBody,
  type ProviderEvent,
  readEvent,
  signatureHeader,
  signatureTolerance,
} from '../events.ts';
import { BadSignature } from '../payment-errors.ts';
import type { SandboxDatabase } from './database.server.ts';
import { strike } from './mishaps.server.ts';
import { newId } from './papers.server.ts';
import type { Room } from './room.server.ts';

export interface Delivery {
  body: string;
  headers: Headers;
}

/** Hands a delivery to the webhook's own code; true once it was taken. */
export type Deliver = (delivery: Delivery) => Promise<boolean>;

const hourMs = 3_600_000;
const maxAttempts = 16;

/** Writes an event down in the transaction of what it tells. */
export async function record(room: Room, type: string, object: { id: string; payment_intent?: string }) {
  const id = newId('event');
  const payload = {
    id,
    object: 'event',
    type,
    created: Math.floor(room.at / 1000),
    livemode: false,
    data: { object },
  };
  await room.db.execute(
    `insert into sandbox.event (id, payload, created_at, next_attempt_at) values ($1, $2, $3, $3)`,
    [id, JSON.stringify(payload), room.at],
  );
}

export async function listEvents(db: SandboxDatabase, since: number): Promise<ProviderEvent[]> {
  const rows = await db.execute(
    'select payload from sandbox.event where created_at >= $1 order by position',
    [since],
  );
  return rows
    .map(({ payload }) => readEvent(JSON.parse(String(payload)) as EventBody))
    .filter(({ kind }) => kind !== 'other');
}

/** `t=<unix seconds>,v1=<hex hmac-sha256 of "t.body">`, the form of Stripe's header. */
export function sign(body: string, secret: string, at: number): string {
  const stamp = Math.floor(at / 1000);
  return `t=${stamp},v1=${digest(body, secret, String(stamp)).toString('hex')}`;
}

const digest = (body: string, secret: string, stamp: string) =>
  createHmac('sha256', secret).update(`${stamp}.${body}`).digest();

/** @throws BadSignature */
export function parseEvent(body: string, headers: Headers, secret: string, at: number): ProviderEvent {
  const header = headers.get(signatureHeader) ?? '';
  const parts = header.split(',').map((part) => part.split('=') as [string, string | undefined]);
  const stamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  const given = parts.filter(([name]) => name === 'v1').map(([, hex]) => Buffer.from(hex ?? '', 'hex'));
  const expected = digest(body, secret, stamp);
  if (!given.some((each) => each.length === expected.length && timingSafeEqual(each, expected))) {
    throw new BadSignature('No signature fits the body');
  }
  const age = Math.floor(at / 1000) - Number(stamp);
  if (!(age <= signatureTolerance)) throw new BadSignature('The delivery is too old');
  try {
    return readEvent(JSON.parse(body) as EventBody);
  } catch {
    throw new BadSignature('The delivery could not be read');
  }
}

/** Sends what waits, each after its pause; `all` does not wait for the pauses. Another process may do
 *  the same at the same time: a claim is a lease, so that a killed process's events come again.
 *  @returns how many were taken */
export async function deliverWaiting(
  { db, secret, at, deliver }: { db: SandboxDatabase; secret: string; at: number; deliver: Deliver },
  { all = false } = {},
): Promise<number> {
  const rows = await db.execute(
    `update sandbox.event set attempts = attempts + 1,
       next_attempt_at = $1::bigint + least(30000 * power(2, attempts), $2)::bigint
     where id in (
       select id from sandbox.event where next_attempt_at is not null and ($3 or next_attempt_at <= $1::bigint)
       order by position limit 100 for update skip locked
     ) returning id, payload, position, attempts`,
    [at, hourMs, all],
  );
  const batch = rows.sort((a, b) => Number(a.position) - Number(b.position));
  if (batch.length > 1 && (await strike(db, 'reorder_events')) !== null) batch.reverse();
  let taken = 0;
  for (const { id, payload, attempts } of batch) {
    const body = String(payload);
    const send = () =>
      deliver({ body, headers: new Headers({ [signatureHeader]: sign(body, secret, at) }) }).catch(
        () => false,
      );
    const lost = (await strike(db, 'lose_events')) !== null;
    const ok = lost || (await send());
    if (ok && !lost) taken += 1;
    if (ok && (await strike(db, 'duplicate_events')) !== null) await send();
    if (ok || Number(attempts) >= maxAttempts) {
      await db.execute('update sandbox.event set next_attempt_at = null where id = $1', [id]);
    }
  }
  return taken;
}
