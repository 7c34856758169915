import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { fragment, row } from '../../../db/sql.server.ts';
import { notifyStep } from './notify-step.server.ts';
import { beforeDelivery, dueAfter, type RequestState, unfinished } from './states.ts';

export interface RequestRow {
  id: number;
  requesterId: number;
  creatorId: number;
  title: string;
  wish: string | null;
  priceCents: number;
  days: number;
  state: RequestState;
  contentId: number | null;
  owesRefund: boolean;
  askedAt: string;
  movedAt: string;
  dueAt: string | null;
  deliveredAt: string | null;
  refundedAt: string | null;
  creatorAgrees: boolean;
  requesterAgrees: boolean;
}

export const requestColumns = fragment`r.id, r.requester_id as "requesterId", r.creator_id as "creatorId", r.title,
  r.wish, r.price_cents as "priceCents", r.days, r.state, r.content_id as "contentId",
  r.owes_refund as "owesRefund", r.asked_at as "askedAt", r.moved_at as "movedAt", r.due_at as "dueAt",
  r.delivered_at as "deliveredAt", r.refunded_at as "refundedAt", r.creator_agrees as "creatorAgrees",
  r.requester_agrees as "requesterAgrees"`;

// The states are literals, because the partial indexes match only literals.
const isOneOf = (states: readonly RequestState[]) =>
  fragment<boolean>`state in (${fragment.join(states.map((state) => fragment.lit(state)))})`;

/** Pieces of SQL: nothing is delivered yet, and the request is not over. */
export const isBeforeDelivery = isOneOf(beforeDelivery);
export const isUnfinished = isOneOf(unfinished);

/** Locks a request. The members must be locked before (`lockOrder`). */
export const lockRequest = (em: Em, id: number): Promise<RequestRow | null> =>
  row<RequestRow>(em)`select ${requestColumns} from requests r where r.id = ${id} for no key update`;

/** Locks a request after its two members and the actor, who is null for the site (`lockOrder`). */
export async function lockStep(em: Em, id: number, by: number | null): Promise<RequestRow | null> {
  const sides = await row<{ creatorId: number; requesterId: number }>(em)`
    select creator_id as "creatorId", requester_id as "requesterId" from requests where id = ${id}`;
  if (!sides) return null;
  await lockMembers(em, [sides.creatorId, sides.requesterId, by]);
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
  await row(em)`
    update requests set state = ${to}, moved_at = ${at}, due_at = ${due},
      owes_refund = owes_refund or ${owesRefund ?? false},
      delivered_at = case when ${to} = 'delivered' then ${at}::timestamptz else delivered_at end
    where id = ${request.id}`;
  await writeStep(em, request.id, { to, by, note, at });
  if (unmade.includes(to) && request.deliveredAt === null && request.contentId !== null) {
    await row(em)`update content set made_for = null, updated_at = ${at}
      where id = ${request.contentId} and status in ('draft', 'withdrawn')`;
  }
  await notifyStep(em, request, { to, by, at });
  // The worker refunds and closes checkouts at once, not only at its next scheduled run.
  if (to !== 'asked') await enqueue(em, 'requests', {});
}

export const writeStep = (em: Em, requestId: number, { to, by, note, at }: Move) =>
  row(em)`insert into request_steps (request_id, state, actor_id, note, at)
    values (${requestId}, ${to}, ${by}, ${note || null}, ${at})`;
