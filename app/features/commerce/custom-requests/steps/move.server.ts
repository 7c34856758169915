import { db, sql } from '../../../../db/kysely.server.ts';
import { lockMembers } from '../../../../db/lock-order.server.ts';
import type { Em } from '../../../../db/orm.server.ts';
import { enqueue } from '../../../../db/queue.server.ts';
import { notifyStep } from './notify-step.server.ts';
import { beforeDelivery, dueAfter, type RequestState, unfinished } from './states.ts';

export const requestColumns = [
  'r.id',
  'r.requester_id as requesterId',
  'r.creator_id as creatorId',
  'r.title',
  'r.details',
  'r.price_cents as priceCents',
  'r.days',
  'r.state',
  'r.content_id as contentId',
  'r.owes_refund as owesRefund',
  'r.asked_at as askedAt',
  'r.moved_at as movedAt',
  'r.due_at as dueAt',
  'r.delivered_at as deliveredAt',
  'r.refunded_at as refundedAt',
  'r.creator_agrees as creatorAgrees',
  'r.requester_agrees as requesterAgrees',
] as const;

// The states are literals, because the partial indexes match only literals.
const isOneOf = (states: readonly RequestState[]) =>
  sql<boolean>`state in (${sql.join(states.map((state) => sql.lit(state)))})`;

/** Pieces of SQL: nothing is delivered yet, and the request is not over. */
export const isBeforeDelivery = isOneOf(beforeDelivery);
export const isUnfinished = isOneOf(unfinished);

/** Locks a request. The members must be locked before (`lockOrder`). */
export async function lockRequest(em: Em, id: number) {
  const found = await db(em)
    .selectFrom('requests as r')
    .select(requestColumns)
    .where('r.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found ?? null;
}

export type RequestRow = NonNullable<Awaited<ReturnType<typeof lockRequest>>>;

/** Locks a request after its two members and the actor, who is null for the site (`lockOrder`). */
export async function lockRequestAndMembers(
  em: Em,
  id: number,
  by: number | null,
): Promise<RequestRow | null> {
  const sides = await db(em)
    .selectFrom('requests')
    .select(['creator_id', 'requester_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!sides) return null;
  await lockMembers(em, [sides.creator_id, sides.requester_id, by]);
  return lockRequest(em, id);
}

export interface Move {
  to: RequestState;
  /** Null when the clock, the bank or Summa moved it. */
  by: number | null;
  note?: string | null;
  at: Date;
  owesRefund?: boolean;
}

/** States that end a request without a delivery. The draft becomes an ordinary draft of the creator. */
const unmade: readonly RequestState[] = ['withdrawn', 'cancelled', 'lapsed', 'late', 'refunded'];

/** Moves a locked request to a state: deadline, history, notifications, and the draft if nothing was delivered. Call
 *  it in the transaction that locked the request. The caller has checked that the move is allowed. */
export async function move(em: Em, request: RequestRow, { to, by, note, at, owesRefund }: Move) {
  const due = dueAfter(to, at, request.days);
  await db(em)
    .updateTable('requests')
    .set({
      state: to,
      moved_at: at,
      due_at: due,
      ...(owesRefund && { owes_refund: true }),
      ...(to === 'delivered' && { delivered_at: at }),
    })
    .where('id', '=', request.id)
    .execute();
  await writeStep(em, request.id, { to, by, note, at });
  if (unmade.includes(to) && request.deliveredAt === null && request.contentId !== null) {
    await db(em)
      .updateTable('content')
      .set({ made_for: null, updated_at: at })
      .where('id', '=', request.contentId)
      .where('status', 'in', ['draft', 'withdrawn'])
      .execute();
  }
  await notifyStep(em, request, { to, by, at });
  // The worker refunds and closes checkouts at once, not only at its next scheduled run.
  if (to !== 'asked') await enqueue(em, 'requests', {});
}

export const writeStep = (em: Em, requestId: number, { to, by, note, at }: Move) =>
  db(em)
    .insertInto('request_steps')
    .values({ request_id: requestId, state: to, actor_id: by, note: note || null, at })
    .execute();
