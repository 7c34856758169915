import { oneAtATime } from './answers.server.ts';
import {
  chargeRenewal,
  end,
  openInvoice,
  openInvoiceOf,
  planTitle,
  subscriptionOf,
  updated,
  voidInvoice,
} from './billing.server.ts';
import { cancel } from './charges.server.ts';
import type { SandboxDatabase } from './database.server.ts';
import { record } from './events.server.ts';
import {
  type AnyPaper,
  type CheckoutPaper,
  file,
  find,
  findDue,
  type InvoicePaper,
  type SubscriptionPaper,
} from './papers.server.ts';
import { nextMonth, type Room } from './room.server.ts';

/** Does everything that is due until `until`, in order, each at its own time: sessions and unpaid plans expire, plans
 *  renew or end, failed renewals are tried again.
 *  @returns the number of changes */
export async function advance(db: SandboxDatabase, prices: Room['prices'], until: number): Promise<number> {
  for (let happened = 0; ; happened += 1) {
    const more = await db.transaction(async (inside) => {
      await oneAtATime(inside);
      const due = await findDue(inside, until);
      if (due) await happen({ db: inside, at: due.dueAt, prices }, due.paper);
      return due !== null;
    });
    if (!more) return happened;
  }
}

async function happen(room: Room, paper: AnyPaper): Promise<void> {
  if (paper.kind === 'checkout') await expireCheckout(room, paper);
  if (paper.kind === 'subscription') await turn(room, paper);
  if (paper.kind === 'invoice') await chase(room, paper);
}

export async function expireCheckout(room: Room, checkout: CheckoutPaper): Promise<void> {
  await file(room.db, { ...checkout, status: 'expired' });
  await record(room, 'checkout.session.expired', { id: checkout.id });
  const payment = checkout.paymentId ? await find(room.db, 'payment', checkout.paymentId) : null;
  if (payment) await cancel(room, payment);
}

/** The period of a plan has ended, or the time for its first payment. */
async function turn(room: Room, subscription: SubscriptionPaper): Promise<void> {
  if (subscription.status === 'incomplete') {
    const invoice = await openInvoiceOf(room, subscription);
    if (invoice) await voidInvoice(room, invoice);
    await updated(room, { ...subscription, status: 'incomplete_expired', endedAt: room.at });
    return;
  }
  if (subscription.cancelAtPeriodEnd) {
    await end(room, subscription);
    return;
  }
  const plan = subscription.scheduledPlan ?? subscription.plan;
  const periodStart = subscription.periodEnd;
  const periodEnd = nextMonth(periodStart, subscription.anchorDay);
  const renewed = { ...subscription, plan, scheduledPlan: null, pendingPlan: null, periodStart, periodEnd };
  const { invoice, payment } = await openInvoice(room, renewed, {
    reason: 'renewal',
    amountCents: room.prices[plan],
    title: planTitle(plan),
    periodStart,
    periodEnd,
    expiresAt: null,
  });
  await chargeRenewal(room, invoice, payment);
}

/** Tries an open invoice again, or drops the change that it belongs to. */
async function chase(room: Room, invoice: InvoicePaper): Promise<void> {
  const payment = await find(room.db, 'payment', invoice.paymentId);
  if (invoice.reason !== 'change' && payment) {
    await chargeRenewal(room, invoice, payment);
    return;
  }
  await voidInvoice(room, invoice);
  const subscription = await subscriptionOf(room, invoice.subscriptionId);
  await file(room.db, { ...subscription, pendingPlan: null });
  await record(room, 'customer.subscription.pending_update_expired', { id: subscription.id });
}
