import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  assertSignatureTime,
  type EventBody,
  type ProviderEvent,
  readEvent,
  signatureHeader,
} from '../events.ts';
import { BadSignature } from '../payment-errors.ts';
import type { SandboxDatabase } from './database.server.ts';
import { consumeFault } from './faults.server.ts';
import { newId } from './papers.server.ts';
import type { Room } from './room.server.ts';

export interface Delivery {
  body: string;
  headers: Headers;
}

/** Passes a delivery to the webhook's handler. True if it was accepted. */
export type Deliver = (delivery: Delivery) => Promise<boolean>;

const hourMs = 3_600_000;
const maxAttempts = 16;

/** Saves an event in the transaction of its cause. */
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

export function sign(body: string, secret: string, at: number): string {
  const stamp = Math.floor(at / 1000);
  return `t=${stamp},v1=${digest(body, secret, String(stamp)).toString('hex')}`;
}

const digest = (body: string, secret: string, stamp: string) =>
  createHmac('sha256', secret).update(`${stamp}.${body}`).digest();

export function parseEvent(body: string, headers: Headers, secret: string, at: number): ProviderEvent {
  const header = headers.get(signatureHeader) ?? '';
  const parts = header.split(',').map((part) => part.split('=') as [string, string | undefined]);
  const stamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  const given = parts.filter(([name]) => name === 'v1').map(([, hex]) => Buffer.from(hex ?? '', 'hex'));
  const expected = digest(body, secret, stamp);
  if (!given.some((each) => each.length === expected.length && timingSafeEqual(each, expected))) {
    throw new BadSignature('No signature fits the body');
  }
  assertSignatureTime(header, at);
  try {
    return readEvent(JSON.parse(body) as EventBody);
  } catch {
    throw new BadSignature('The delivery could not be read');
  }
}

/** Sends waiting events after their delays; `all` ignores the delays. Several processes may run it: a claim expires,
 *  so that a killed process's events are sent again.
 *  @returns the number of accepted events */
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
  if (batch.length > 1 && (await consumeFault(db, 'reorder_events')) !== null) batch.reverse();
  let taken = 0;
  for (const { id, payload, attempts } of batch) {
    const body = String(payload);
    const send = () =>
      deliver({ body, headers: new Headers({ [signatureHeader]: sign(body, secret, at) }) }).catch(
        () => false,
      );
    const lost = (await consumeFault(db, 'lose_events')) !== null;
    const ok = lost || (await send());
    if (ok && !lost) taken += 1;
    if (ok && (await consumeFault(db, 'duplicate_events')) !== null) await send();
    if (ok || Number(attempts) >= maxAttempts) {
      await db.execute('update sandbox.event set next_attempt_at = null where id = $1', [id]);
    }
  }
  return taken;
}
