import type { Em } from '../../db/orm.server.ts';
import { fragment, rows } from '../../db/sql.server.ts';
import { PaymentProviderDown } from '../../payments/payment-errors.ts';
import type { HouseScope } from '../../scope.ts';
import { refundSurplus } from '../purchases/ask-refund.server.ts';
import { endAttempt } from '../purchases/buy.server.ts';
import type { PurchaseRow } from '../purchases/charges.server.ts';
import { isUndecided } from '../purchases/dispute-facts.server.ts';
import { fulfil, purchaseColumns } from '../purchases/fulfil.server.ts';
import { isBeforeDelivery, lockRequest, move } from './move.server.ts';
import { beforeDelivery, type RequestState } from './words.ts';

/** Where the clock moves a request whose time is over. */
const overdue: Partial<Record<RequestState, { to: RequestState; owesRefund?: boolean }>> = {
  asked: { to: 'expired' },
  accepted: { to: 'lapsed' },
  paid: { to: 'late', owesRefund: true },
  delivered: { to: 'done' },
};

/**
 * Moves requests on whose time is over, ends those whose people are gone, gives back what is owed, and closes
 * checkouts of what waits for no payment any more. It goes by what is so now: it may run at any time, twice, and be
 * killed in between. One trouble does not stop the others.
 * @throws AggregateError with all the troubles, so that the worker tells and tries again
 */
export async function turnRequests(scope: HouseScope): Promise<void> {
  const troubles: unknown[] = [];
  const each = async <Item>(items: Item[], work: (item: Item) => Promise<unknown>) => {
    for (const item of items) await work(item).catch((trouble) => troubles.push(trouble));
  };
  const atBank = <Item>(items: Item[], work: (item: Item) => Promise<unknown>) =>
    each(items, async (item) => {
      // A provider that is down stays down for the rest of the turn.
      if (!troubles.some((trouble) => trouble instanceof PaymentProviderDown)) await work(item);
    });
  // Somebody who pays in the last minute is heard before the time is over.
  await atBank(await attempts(scope, 'overdue'), (purchase) => endAttempt(scope, purchase));
  await each(await dueIds(scope), (id) => expire(scope, id));
  await each(await goneIds(scope), (id) => endOfGone(scope, id));
  await atBank(await attempts(scope, 'over'), (purchase) => endAttempt(scope, purchase));
  await atBank(await owed(scope), (paymentId) => giveBack(scope, paymentId));
  if (troubles.length > 0)
    throw new AggregateError(troubles, `${troubles.length} requests could not be moved on`);
}

const most = 200;

async function dueIds({ em, now }: HouseScope): Promise<number[]> {
  const due = await rows<{ id: number }>(em)`
    select id from requests where due_at <= ${now()} order by due_at, id limit ${most}`;
  return due.map(({ id }) => id);
}

const expire = ({ em, now }: HouseScope, id: number) =>
  em.transactional(async (em) => {
    const request = await lockRequest(em, id);
    const next = request && overdue[request.state];
    if (!request?.dueAt || !next || new Date(request.dueAt) > now()) return;
    await move(em, request, { by: null, at: now(), ...next });
  });

/** Requests that nobody can go on with: the creator is not here, or the requester has left. */
async function goneIds({ em }: HouseScope): Promise<number[]> {
  const gone = await rows<{ id: number }>(em)`
    select r.id from requests r join users a on a.id = r.requester_id join users b on b.id = r.creator_id
    where ${isBeforeDelivery} and (a.status = 'deleted' or b.status <> 'active')
    order by r.id limit ${most}`;
  return gone.map(({ id }) => id);
}

const endOfGone = ({ em, now }: HouseScope, id: number) => em.transactional((em) => endLocked(em, id, now()));

async function endLocked(em: Em, id: number, at: Date) {
  const request = await lockRequest(em, id);
  if (!request || !beforeDelivery.includes(request.state)) return;
  await move(em, request, { to: 'cancelled', by: null, at, owesRefund: request.state === 'paid' });
}

/** Ends all that a member who is leaving has open, on both sides; call it in the transaction that removes them. */
export async function endRequestsOf(em: Em, memberId: number, at: Date): Promise<void> {
  const open = await rows<{ id: number }>(em)`
    select id from requests where (requester_id = ${memberId} or creator_id = ${memberId})
      and ${isBeforeDelivery} order by id`;
  for (const { id } of open) await endLocked(em, id, at);
}

/** Open checkouts of requests that wait for no payment any more, or whose time to pay is over. */
const attempts = ({ em, now }: HouseScope, which: 'overdue' | 'over') =>
  rows<PurchaseRow>(em)`
    select ${purchaseColumns} from purchases p join content c on c.id = p.content_id
      join requests r on r.content_id = p.content_id and r.requester_id = p.user_id
    where p.status = 'pending' and c.status in ('draft', 'withdrawn') and case when ${which} = 'overdue'
      then r.state = 'accepted' and r.due_at <= ${now()} else r.state <> 'accepted' end
    order by p.id limit ${most}`;

/** Payments of requests that owe them; a bank that is deciding decides first. */
async function owed({ em }: HouseScope): Promise<string[]> {
  const found = await rows<{ paymentId: string }>(em)`
    select p.payment_id as "paymentId" from requests r
      join purchases p on p.content_id = r.content_id and p.user_id = r.requester_id and p.status = 'paid'
    where r.owes_refund and r.refunded_at is null and not ${isUndecided(fragment.ref('p.payment_id'))}
    order by r.id limit ${most}`;
  return found.map(({ paymentId }) => paymentId);
}

async function giveBack(scope: HouseScope, paymentId: string) {
  const payment = await scope.payments.retrievePayment(paymentId);
  if (payment?.status !== 'succeeded') return;
  await refundSurplus(scope, payment, 'request');
  await fulfil(scope, paymentId);
}
