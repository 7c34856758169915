import type { Em } from '../../db/orm.server.ts';
import { enqueue } from '../../db/queue.server.ts';
import { fragment, row } from '../../db/sql.server.ts';
import { tellStep } from './tell-step.server.ts';
import { beforeDelivery, dueAfter, type RequestState, unfinished } from './words.ts';

/** A request as the rules need it. */
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

// In words and not as a parameter, because the indexes are for these states alone.
const isOneOf = (states: readonly RequestState[]) =>
  fragment<boolean>`state in (${fragment.join(states.map((state) => fragment.lit(state)))})`;

/** As pieces of SQL: whether nothing is delivered yet, and whether a request is not over. */
export const isBeforeDelivery = isOneOf(beforeDelivery);
export const isUnfinished = isOneOf(unfinished);

/** The request, locked by whoever moves it on. */
export const lockRequest = (em: Em, id: number): Promise<RequestRow | null> =>
  row<RequestRow>(em)`select ${requestColumns} from requests r where r.id = ${id} for update`;

export interface Move {
  to: RequestState;
  /** Null: the clock, the bank or the house. */
  by: number | null;
  note?: string | null;
  at: Date;
  /** Whatever is paid for it goes back. */
  owesRefund?: boolean;
}

/** The states in which nothing was made: its draft becomes an ordinary one of its creator's. */
const unmade: readonly RequestState[] = ['withdrawn', 'cancelled', 'lapsed', 'late', 'refunded'];

/**
 * Moves a locked request on: state, deadline, its line in the history, who hears of it, and its draft where nothing
 * came of it. Call it in the transaction that locked it; whether the move is allowed is the caller's question.
 */
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
  await tellStep(em, request, { to, by, at });
  // What is owed goes back and what is open is closed at once, not with the next turn of the clock.
  if (to !== 'asked') await enqueue(em, 'requests', {});
}

export const writeStep = (em: Em, requestId: number, { to, by, note, at }: Move) =>
  row(em)`insert into request_steps (request_id, state, actor_id, note, at)
    values (${requestId}, ${to}, ${by}, ${note || null}, ${at})`;
