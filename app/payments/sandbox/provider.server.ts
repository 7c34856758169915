import type { PaymentProvider } from '../payments.ts';
import { openSubscription, subscriptionOf } from './billing.server.ts';
import { cancel, openPayment, refund } from './charges.server.ts';
import { listEvents, parseEvent } from './events.server.ts';
import { file, find, findAll, findCustomerOf, newId } from './papers.server.ts';
import { cancelNow, changeCents, changePlan, setCancelAtPeriodEnd, undoPlanChange } from './plans.server.ts';
import type { SandboxApi } from './sandbox-api.server.ts';
import { openCheckout, openPortal } from './sessions.server.ts';
import {
  checkoutState,
  disputeState,
  invoiceState,
  paymentState,
  refundState,
  subscriptionState,
} from './states.server.ts';
import { expireCheckout } from './time.server.ts';

interface Front {
  secret: string;
  pageUrl: (id: string) => string;
}

const read = async <Paper, State>(paper: Promise<Paper | null>, state: (paper: Paper) => State) => {
  const known = await paper;
  return known && state(known);
};

export function sandboxProvider(desk: SandboxApi, { secret, pageUrl }: Front): PaymentProvider {
  const { db } = desk;
  const { prices } = desk.room();
  const payment = (id: string) => read(find(db, 'payment', id), paymentState);
  const checkout = (id: string) => read(find(db, 'checkout', id), (paper) => checkoutState(paper, pageUrl));
  const subscription = async (id: string) => subscriptionState(await subscriptionOf(desk.room(), id), prices);

  return {
    name: 'sandbox',
    live: false,
    publishableKey: null,

    ensureCustomer: ({ memberId, email, name, customerId }) =>
      desk.ask(() =>
        desk.act(async (room) => {
          const known = customerId
            ? await find(room.db, 'customer', customerId)
            : await findCustomerOf(room.db, memberId);
          const id = known?.id ?? newId('customer');
          const card = known?.card ?? 'none';
          const createdAt = known?.createdAt ?? room.at;
          await file(room.db, {
            kind: 'customer',
            id,
            customerId: id,
            createdAt,
            memberId,
            email,
            name,
            card,
          });
          return { customerId: id };
        }),
      ),

    createPurchase: (order) =>
      desk.keyed('createPurchase', order, async (room) => {
        const { customerId, title, amountCents, purchaseId, contentId, memberId } = order;
        const purchase = { purchaseId, contentId, memberId };
        const paper = await openPayment(room, { customerId, title, amountCents, purchase });
        return { paymentId: paper.id, clientSecret: paper.clientSecret };
      }),

    createSubscription: (order) =>
      desk.keyed('createSubscription', order, async (room) => {
        const made = await openSubscription(room, order);
        const { id: paymentId, clientSecret } = made.payment;
        return { subscriptionId: made.subscription.id, paymentId, clientSecret };
      }),

    hostedCheckout: (order) =>
      desk.keyed('hostedCheckout', order, async (room) => {
        const sessionId = await openCheckout(room, order);
        return { sessionId, url: pageUrl(sessionId) };
      }),

    cancelPayment: (id) =>
      desk.ask(async () => {
        await desk.act(async (room) => {
          const paper = await find(room.db, 'payment', id);
          if (paper) await cancel(room, paper);
        });
        return payment(id);
      }),

    expireCheckout: (id) =>
      desk.ask(async () => {
        await desk.act(async (room) => {
          const paper = await find(room.db, 'checkout', id);
          if (paper?.status === 'open') await expireCheckout(room, paper);
        });
        return checkout(id);
      }),

    previewChange: ({ subscriptionId, plan }) =>
      desk.ask(async () => {
        const room = desk.room();
        const paper = await subscriptionOf(room, subscriptionId);
        // In whole seconds, as the charge will calculate.
        const at = Math.floor(room.at / 1000) * 1000;
        return {
          plan,
          dueNowCents: changeCents(room, paper, plan, at),
          nextAmountCents: prices[plan],
          nextBillingAt: new Date(paper.periodEnd),
          prorationAt: new Date(at),
          currency: 'usd',
        };
      }),

    async changePlan(change) {
      const { waiting } = await desk.keyed('changePlan', change, async (room) => ({
        waiting: await changePlan(room, change),
      }));
      const open = waiting ? await find(db, 'payment', waiting) : null;
      const stillOpen = open && open.status !== 'succeeded' && open.status !== 'canceled';
      return {
        subscription: await subscription(change.subscriptionId),
        payment: stillOpen
          ? { paymentId: open.id, clientSecret: open.clientSecret, url: pageUrl(open.id) }
          : null,
      };
    },

    async undoPlanChange(act) {
      await desk.keyed('undoPlanChange', act, async (room) => {
        await undoPlanChange(room, act.subscriptionId);
        return {};
      });
      return subscription(act.subscriptionId);
    },
    async cancelAtPeriodEnd(act) {
      await desk.keyed('cancelAtPeriodEnd', act, async (room) => {
        await setCancelAtPeriodEnd(room, act.subscriptionId, true);
        return {};
      });
      return subscription(act.subscriptionId);
    },
    async resume(act) {
      await desk.keyed('resume', act, async (room) => {
        await setCancelAtPeriodEnd(room, act.subscriptionId, false);
        return {};
      });
      return subscription(act.subscriptionId);
    },
    async cancelNow(act) {
      await desk.keyed('cancelNow', act, async (room) => {
        await cancelNow(room, act.subscriptionId);
        return {};
      });
      return subscription(act.subscriptionId);
    },

    async refund(order) {
      const { refundId } = await desk.keyed('refund', order, async (room) => ({
        refundId: (await refund(room, order.paymentId, order.amountCents)).id,
      }));
      const paper = await find(db, 'refund', refundId);
      return refundState(paper!);
    },

    portalUrl: (visit) => desk.ask(() => desk.act(async (room) => pageUrl(await openPortal(room, visit)))),

    retrievePayment: (id) => desk.ask(() => payment(id)),
    retrieveCheckout: (id) => desk.ask(() => checkout(id)),
    retrieveSubscription: (id) =>
      desk.ask(() => read(find(db, 'subscription', id), (paper) => subscriptionState(paper, prices))),
    retrieveInvoice: (id) =>
      desk.ask(() => read(find(db, 'invoice', id), (paper) => invoiceState(paper, pageUrl))),
    retrieveRefund: (id) => desk.ask(() => read(find(db, 'refund', id), refundState)),
    retrieveDispute: (id) => desk.ask(() => read(find(db, 'dispute', id), disputeState)),

    findPayments: ({ customerId, purchaseId }) =>
      desk.ask(async () => {
        const papers = await findAll(db, 'payment', customerId);
        return papers.filter(({ purchase }) => purchase?.purchaseId === purchaseId).map(paymentState);
      }),
    findSubscriptions: (customerId) =>
      desk.ask(async () => {
        const papers = await findAll(db, 'subscription', customerId);
        return papers.map((paper) => subscriptionState(paper, prices));
      }),
    listInvoices: (subscriptionId) =>
      desk.ask(async () => {
        const paper = await find(db, 'subscription', subscriptionId);
        const papers = paper ? await findAll(db, 'invoice', paper.customerId) : [];
        return papers
          .filter((invoice) => invoice.subscriptionId === subscriptionId)
          .map((invoice) => invoiceState(invoice, pageUrl));
      }),

    listEvents: (since) => desk.ask(() => listEvents(db, since.getTime())),
    parseEvent: (body, headers) => parseEvent(body, headers, secret, desk.at()),
    checkSetup: async () => [],
  };
}
