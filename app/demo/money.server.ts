import { db } from '../db/kysely.server.ts';
import type { Em } from '../db/orm.server.ts';
import type { PaidPlan } from '../domain/plan-prices.ts';
import { listOwed } from '../features/commerce/earnings/balances.sql.server.ts';
import { recordPayout } from '../features/commerce/earnings/payouts.server.ts';
import { cancelPlan } from '../features/commerce/plans/change-plan.server.ts';
import { startSubscription } from '../features/commerce/plans/subscribe.server.ts';
import { syncSubscription } from '../features/commerce/plans/sync.server.ts';
import { startPurchase } from '../features/commerce/purchases/buy.server.ts';
import { fulfil } from '../features/commerce/purchases/fulfil.server.ts';
import { refundPurchase } from '../features/commerce/purchases/refund-purchase.server.ts';
import { chance, longTailed } from './chance.ts';
import { isExtraMember } from './extra-members.ts';
import { as, type DemoTrade, dayMs, later, type PastEvent, relive } from './history.server.ts';

/** Pays the demo's plans and some items at the sandbox; until that is done the plans are gifts. */
export async function payForDemo(trade: DemoTrade) {
  const { em, now } = trade.systemContext();
  await relive(trade, await moneyEvents(em, now()));
}

/** What the demo people pay over the year: plans with their renewals, items, a refund, and payouts to creators. */
export async function moneyEvents(em: Em, now: Date): Promise<PastEvent[]> {
  const plans = (await paying(em)).flatMap((member) => planEvents(member, now));
  return [...plans, ...(await saleEvents(em, now)), ...(await payoutEvents(em, now))];
}

export const paymentIn = (clientSecret: string | null) => clientSecret?.split('_secret_')[0] ?? '';

const paying = (em: Em) =>
  db(em)
    .selectFrom('users')
    .select(['id', 'username', 'email', 'plan', 'created_at as joined'])
    .where('plan', '<>', 'free')
    .orderBy('id')
    .$narrowType<{ plan: PaidPlan }>()
    .execute();

type Paying = Awaited<ReturnType<typeof paying>>[number];

/** Renewals cost time at the start of the site, so no plan is older than this. */
const oldestPlan = 150;

function planEvents({ id, username, email, plan, joined }: Paying, now: Date): PastEvent[] {
  const days = Math.max(0, Math.min((now.getTime() - new Date(joined).getTime()) / dayMs - 1, oldestPlan));
  const start = later(now, -days * chance('plan', username) ** 2);
  let subscription = '';
  const events: PastEvent[] = [
    {
      at: start,
      act: async (trade) => {
        // As if they had no plan yet: a member with a given plan could not begin to pay for it.
        const scope = await as(trade, id);
        const begun = await startSubscription({ ...scope, viewer: { ...scope.viewer, plan: 'free' } }, plan);
        subscription = begun.subscriptionId ?? '';
        await trade.sandbox.submitHostedPage(paymentIn(begun.clientSecret), 'pay');
        await syncSubscription(trade.systemContext(), subscription);
      },
    },
  ];
  const leaves = isExtraMember(email) && plan === 'premium' && chance('leaves', username) < 0.4;
  const cancelled = leaves ? later(start, 20) : null;
  if (cancelled && cancelled < now) {
    events.push({ at: cancelled, act: async (trade) => cancelPlan(await as(trade, id)) });
  }
  for (let month = 1; ; month += 1) {
    const at = later(monthsAfter(start, month), 0.02);
    if (at >= now || (cancelled && month > 1)) return events;
    events.push({
      at,
      act: async (trade) => {
        await trade.sandbox.advance();
        await syncSubscription(trade.systemContext(), subscription);
      },
    });
  }
}

/** The renewal of the sandbox is on the same day of the month, or on the last one. */
function monthsAfter(start: Date, months: number): Date {
  const at = new Date(start);
  at.setUTCMonth(start.getUTCMonth() + months + 1, 0);
  at.setUTCDate(Math.min(start.getUTCDate(), at.getUTCDate()));
  return at;
}

/** The documented accounts buy nothing, and neither do the sellers. */
async function saleEvents(em: Em, now: Date): Promise<PastEvent[]> {
  const buyers = await db(em)
    .selectFrom('users')
    .select(['id', 'username', 'email', 'plan', 'created_at as joined'])
    .orderBy('id')
    .execute();
  const items = await db(em)
    .selectFrom('content')
    .select(['id', 'title', 'tier', 'creator_id as creator', 'published_at as published'])
    .where('is_for_sale', '=', true)
    .where('status', '=', 'published')
    .orderBy('id')
    .execute();
  const sales = items.flatMap((item) => {
    const able = buyers
      .filter(
        ({ email, username }) => isExtraMember(email) || ['sam_okafor', 'anh_nguyen'].includes(username),
      )
      .filter(({ plan }) => plan === 'free')
      .toSorted((a, b) => chance('buys', item.title, a.username) - chance('buys', item.title, b.username));
    const published = new Date(item.published ?? now);
    return able.slice(0, Math.round(1.4 * longTailed(0.8, 'sells', item.title))).map((buyer) => {
      const first = Math.max(published.getTime(), new Date(buyer.joined).getTime());
      const days = Math.max(0, (now.getTime() - first) / dayMs);
      return {
        item: item.id,
        buyer: buyer.id,
        at: later(now, -days * chance('bought', item.title, buyer.username)),
      };
    });
  });
  const admin = await adminId(em);
  const returned = sales.toSorted((a, b) => a.at.getTime() - b.at.getTime()).at(Math.floor(sales.length / 2));
  return sales.flatMap((sale) => {
    const bought: PastEvent = {
      at: sale.at,
      act: async (trade) => {
        const { clientSecret } = await startPurchase(await as(trade, sale.buyer), sale.item);
        await trade.sandbox.submitHostedPage(paymentIn(clientSecret), 'pay');
        await fulfil(trade.systemContext(), paymentIn(clientSecret));
      },
    };
    return sale === returned && admin ? [bought, refundEvent(sale, admin, now)] : [bought];
  });
}

const refundEvent = (
  sale: { item: number; buyer: number; at: Date },
  admin: number,
  now: Date,
): PastEvent => ({
  at: new Date(Math.min(later(sale.at, 2).getTime(), now.getTime())),
  act: async (trade) => {
    const scope = await as(trade, admin);
    const { id } = await db(scope.em)
      .selectFrom('purchases')
      .select('id')
      .where('user_id', '=', sale.buyer)
      .where('content_id', '=', sale.item)
      .executeTakeFirstOrThrow();
    await refundPurchase(scope, id, 'Bought the wrong one of two techniques, wrote the same evening.');
  },
});

const adminId = async (em: Em) =>
  (await db(em).selectFrom('users').select('id').where('email', '=', 'admin@example.com').executeTakeFirst())
    ?.id;

/** Days ago on which the admin paid out what the creators had earned; what came later is still owed. */
const payoutDays = [97, 67, 36];
const leastPaidOut = 500;

async function payoutEvents(em: Em, now: Date): Promise<PastEvent[]> {
  const admin = await adminId(em);
  if (!admin) return [];
  return payoutDays.map((days) => ({
    at: later(now, -days),
    act: async (trade) => {
      const scope = await as(trade, admin);
      for (const { creatorId, availableCents, payoutEmail } of await listOwed(scope)) {
        if (availableCents < leastPaidOut || !payoutEmail) continue;
        const reference = `Transfer ${scope.now().toISOString().slice(0, 7)}`;
        const attempt = `demo payout ${days} ${creatorId}`;
        await recordPayout(scope, { creatorId, amountCents: availableCents, reference, attempt });
      }
    },
  }));
}
