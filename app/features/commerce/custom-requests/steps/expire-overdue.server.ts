import type { NotNull } from 'kysely';
import { db, sql, timestamptz } from '../../../../db/kysely.server.ts';
import type { Em } from '../../../../db/orm.server.ts';
import type { SystemContext } from '../../../../scope.ts';
import { runAll, throwFailures } from '../../attempts/run-all.ts';
import { isUndecided } from '../../ledger/disputes.server.ts';
import { endAttempt } from '../../purchases/buy.server.ts';
import { selectPurchases } from '../../purchases/purchase-row.server.ts';
import { refundPayment } from '../../purchases/refund-purchase.server.ts';
import {
  isBeforeDelivery,
  lockRequest,
  lockRequestAndMembers,
  move,
  type RequestRow,
} from './move.server.ts';
import { beforeDelivery, type RequestState } from './states.ts';

const overdue: Partial<Record<RequestState, { to: RequestState; owesRefund?: boolean }>> = {
  asked: { to: 'expired' },
  accepted: { to: 'lapsed' },
  paid: { to: 'late', owesRefund: true },
  delivered: { to: 'done' },
};

/** Moves overdue requests on, ends those of members who left, refunds what is owed, and closes checkouts that may no
 *  longer be paid. It reads the present state only, so it may run at any time, twice, or be killed halfway. One
 *  failure does not stop the others.
 *  @throws AggregateError with all failures, so that the worker logs them and tries again */
export async function expireOverdueRequests(scope: SystemContext): Promise<void> {
  const failures: unknown[] = [];
  const each = <Item>(items: Item[], work: (item: Item) => Promise<unknown>) =>
    runAll(items, work, { failures, callsProvider: false });
  const eachAtProvider = <Item>(items: Item[], work: (item: Item) => Promise<unknown>) =>
    runAll(items, work, { failures });
  // Checkouts are closed before the deadline is applied, so that a payment in the last minute counts.
  await eachAtProvider(await attempts(scope, 'overdue'), (purchase) => endAttempt(scope, purchase));
  await each(await dueIds(scope), (id) => expire(scope, id));
  await each(await idsWithInactiveMember(scope), (id) => cancelRequest(scope, id));
  await eachAtProvider(await attempts(scope, 'over'), (purchase) => endAttempt(scope, purchase));
  await eachAtProvider(await owed(scope), (paymentId) => refundPayment(scope, paymentId, 'request'));
  throwFailures(failures, 'requests could not be moved on');
}

const most = 200;

async function dueIds({ em, now }: SystemContext): Promise<number[]> {
  const due = await db(em)
    .selectFrom('requests')
    .select('id')
    .where('due_at', '<=', timestamptz(now()))
    .orderBy('due_at')
    .orderBy('id')
    .limit(most)
    .execute();
  return due.map(({ id }) => id);
}

const expire = ({ em, now }: SystemContext, id: number) =>
  em.transactional(async (em) => {
    const request = await lockRequestAndMembers(em, id, null);
    const next = request && overdue[request.state];
    if (!request?.dueAt || !next || new Date(request.dueAt) > now()) return;
    await move(em, request, { by: null, at: now(), ...next });
  });

/** Requests that cannot continue: the creator is suspended or deleted, or the requester has left. */
async function idsWithInactiveMember({ em }: SystemContext): Promise<number[]> {
  const gone = await db(em)
    .selectFrom('requests as r')
    .innerJoin('users as a', 'a.id', 'r.requester_id')
    .innerJoin('users as b', 'b.id', 'r.creator_id')
    .select('r.id')
    .where(isBeforeDelivery)
    .where((eb) => eb.or([eb('a.status', '=', 'deleted'), eb('b.status', '<>', 'active')]))
    .orderBy('r.id')
    .limit(most)
    .execute();
  return gone.map(({ id }) => id);
}

const cancelRequest = ({ em, now }: SystemContext, id: number) =>
  em.transactional(async (em) => end(em, await lockRequestAndMembers(em, id, null), now()));

async function end(em: Em, request: RequestRow | null, at: Date) {
  if (!request || !beforeDelivery.includes(request.state)) return;
  await move(em, request, { to: 'cancelled', by: null, at, owesRefund: request.state === 'paid' });
}

/** Ends a leaving member's open requests on both sides. Call it in the transaction that removes the member. */
export async function endRequestsOf(em: Em, memberId: number, at: Date): Promise<void> {
  const open = await db(em)
    .selectFrom('requests')
    .select('id')
    .where((eb) => eb.or([eb('requester_id', '=', memberId), eb('creator_id', '=', memberId)]))
    .where(isBeforeDelivery)
    .orderBy('id')
    .execute();
  for (const { id } of open) await end(em, await lockRequest(em, id), at);
}

/** Open attempts to pay for requests past the deadline (`overdue`) or no longer waiting for a payment (`over`). */
const attempts = ({ em, now }: SystemContext, which: 'overdue' | 'over') =>
  selectPurchases(em)
    .innerJoin('requests as r', (join) =>
      join.onRef('r.content_id', '=', 'p.content_id').onRef('r.requester_id', '=', 'p.user_id'),
    )
    .where('p.status', '=', 'pending')
    .where('c.status', 'in', ['draft', 'withdrawn'])
    .where((eb) =>
      which === 'overdue'
        ? eb('r.state', '=', 'accepted').and('r.due_at', '<=', timestamptz(now()))
        : eb('r.state', '<>', 'accepted'),
    )
    .orderBy('p.id')
    .limit(most)
    .execute();

/** Payments that requests must refund. While a bank decides about a payment, it is left out. */
async function owed({ em }: SystemContext): Promise<string[]> {
  const found = await db(em)
    .selectFrom('requests as r')
    .innerJoin('purchases as p', (join) =>
      join
        .onRef('p.content_id', '=', 'r.content_id')
        .onRef('p.user_id', '=', 'r.requester_id')
        .on('p.status', '=', 'paid'),
    )
    .select('p.payment_id as paymentId')
    .where('r.owes_refund', '=', true)
    .where('r.refunded_at', 'is', null)
    .where('p.payment_id', 'is not', null)
    .where(({ not }) => not(isUndecided(sql.ref('p.payment_id'))))
    .orderBy('r.id')
    .limit(most)
    .$narrowType<{ paymentId: NotNull }>()
    .execute();
  return found.map(({ paymentId }) => paymentId);
}
