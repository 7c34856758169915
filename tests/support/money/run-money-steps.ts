import { randomUUID } from 'node:crypto';
import { Refused } from '../../../app/errors.ts';
import { takeCheckpoint } from '../../../app/features/commerce/earnings/checkpoints.server.ts';
import { recordPayout } from '../../../app/features/commerce/earnings/payouts.server.ts';
import {
  cancelPlan,
  changePlan,
  resumePlan,
  undoPlanChange,
} from '../../../app/features/commerce/plans/change-plan.server.ts';
import { startSubscription } from '../../../app/features/commerce/plans/subscribe.server.ts';
import { catchUpEvents, processEvent } from '../../../app/features/commerce/provider-events/events.server.ts';
import { reconcile } from '../../../app/features/commerce/provider-events/reconcile.server.ts';
import { startPurchase } from '../../../app/features/commerce/purchases/buy.server.ts';
import { refundPurchase } from '../../../app/features/commerce/purchases/refund-purchase.server.ts';
import { viewerById } from '../../../app/features/identity/sessions/sessions.server.ts';
import { checkMaySell } from '../../../app/features/library/authoring/sale-rights.server.ts';
import { PaymentProviderDown, PaymentRefused } from '../../../app/payments/payment-errors.ts';
import type { MemberScope, Viewer } from '../../../app/scope.ts';
import { row, rows } from '../sql.ts';
import { Crashed, crashingProvider } from './crashing-provider.ts';
import type { Step } from './money-steps.ts';
import type { testShop } from './shop.ts';

type Shop = ReturnType<typeof testShop>;

/** The members and items of a random run. There are few, so that steps affect each other. */
export interface MoneyCast {
  members: Viewer[];
  seller: Viewer;
  admin: Viewer;
  items: number[];
  /** Every way to pay that was ever opened, in any tab. */
  ways: string[];
  disputes: string[];
}

/** Whether a step may end in this way: refused, without the provider, or with the process killed. */
const isExpected = (error: unknown): boolean =>
  [Refused, PaymentProviderDown, PaymentRefused, Crashed].some((kind) => error instanceof kind) ||
  (error instanceof AggregateError && error.errors.every(isExpected)) ||
  (error instanceof Error && error.name === 'NotFound');

/** Runs one step. Any unexpected failure is a bug and is thrown. */
export async function runStep(shop: Shop, cast: MoneyCast, step: Step): Promise<void> {
  try {
    await performStep(shop, cast, step);
    if (step.isDelivered) await shop.world.payments.deliver();
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

async function performStep(shop: Shop, cast: MoneyCast, step: Step): Promise<unknown> {
  const { world } = shop;
  const { controls, provider } = world.payments.sandbox;
  const payments = crashingProvider(provider, { ...step.crash });
  const systemContext = () => ({ ...world.systemContext(), payments });
  const as = async (viewer: Viewer | undefined): Promise<MemberScope> => {
    const fresh = await viewerById(world.em(), viewer?.id ?? 0, world.clock.at);
    return { ...world.member(fresh), payments };
  };
  const who = cast.members[step.member];
  const what = cast.items[step.item] ?? 0;
  const go = async (page: string | null | undefined) =>
    page && step.outcome !== 'leave' ? world.payments.answer(page, step.outcome) : null;
  /** From now on the page is open in a tab, and the member may use it at once. */
  const visit = (way: { clientSecret: string | null; url: string | null }) => {
    const page = way.clientSecret ?? way.url;
    if (page) cast.ways.push(page);
    return go(page);
  };
  const last = <Thing>(list: Thing[]): Thing | undefined => list.at(-1 - (step.nth % list.length));
  const payment = async () => {
    const paid = await rows<{ id: string }>(world.em())`
      select id from sandbox.object where kind = 'payment_intent' and body->>'status' = 'succeeded' order by position`;
    return last(paid)?.id;
  };

  switch (step.do) {
    case 'buy':
      return visit(await startPurchase(await as(who), what, { hosted: step.hosted }));
    case 'two tabs': {
      const scope = await as(who);
      const tabs = await Promise.allSettled([
        startPurchase(scope, what),
        startPurchase({ ...scope, em: world.em() }, what, { hosted: true }),
      ]);
      for (const tab of tabs) if (tab.status === 'fulfilled') await visit(tab.value);
      return tabs;
    }
    case 'two plans': {
      const scope = await as(who);
      const tabs = await Promise.allSettled([
        startSubscription(scope, step.plan),
        startSubscription({ ...scope, em: world.em() }, 'vip', { hosted: true }),
      ]);
      for (const tab of tabs) if (tab.status === 'fulfilled') await visit(tab.value);
      return tabs;
    }
    case 'subscribe':
      return visit(await startSubscription(await as(who), step.plan, { hosted: step.hosted }));
    case 'pay':
      return go(last(cast.ways));
    case 'change': {
      const { url, clientSecret } = await changePlan(await as(who), step.plan, {
        prorationAt: world.clock.at,
      });
      return visit({ url, clientSecret });
    }
    case 'cancel':
      return cancelPlan(await as(who));
    case 'resume':
      return resumePlan(await as(who));
    case 'undo':
      return undoPlanChange(await as(who));
    case 'refund': {
      const bought = await rows<{ id: number }>(world.em())`
        select id from purchases where payment_id is not null order by id`;
      return refundPurchase(await as(cast.admin), last(bought)?.id ?? 0);
    }
    case 'part': {
      const paymentId = (await payment()) ?? 'none';
      return provider.refund({ paymentId, amountCents: step.cents, idempotencyKey: randomUUID() });
    }
    case 'dispute':
      cast.disputes.push(await controls.openDispute((await payment()) ?? 'none'));
      return step.what === 'open' ? null : controls.closeDispute(cast.disputes.pop()!, step.what as 'won');
    case 'won':
    case 'lost': {
      const dispute = cast.disputes.pop();
      return dispute && controls.closeDispute(dispute, step.do);
    }
    case 'refund fails': {
      const given = await rows<{ id: string }>(world.em())`
        select id from sandbox.object where kind = 'refund' order by position`;
      return controls.failRefund(last(given)?.id ?? 'none');
    }
    case 'on sale':
      return world.em().transactional(async (em) => {
        await checkMaySell(em, { creatorId: cast.seller.id, contentId: what, now: world.clock.at });
        await row(em)`update content set is_for_sale = true where id = ${what}`;
      });
    case 'off sale':
      return row(world.em())`update content set is_for_sale = false where id = ${what}`;
    case 'new price':
      await row(
        world.em(),
      )`update content set price_cents = 99 + (price_cents + 100) % 900 where id = ${what}`;
      return;
    case 'card': {
      const known = await row<{ customer_id: string }>(world.em())`
        select customer_id from customers where user_id = ${who?.id ?? 0}`;
      await controls.failCard(known?.customer_id ?? 'none', step.failing);
      return passTime(shop, step.hours);
    }
    case 'time':
      return passTime(shop, step.hours);
    case 'weather':
      if (step.what === 'fail') return controls.failNext();
      if (step.what === 'stored') return controls.failNext(1, { stored: true });
      if (step.what === 'drop') return controls.dropNextAnswer();
      if (step.what === 'lose') return controls.loseEvents(2);
      return step.what === 'reorder' ? controls.reorderEvents() : controls.duplicateEvents(2);
    case 'arrive':
      return world.payments.arrive();
    case 'work':
      return world.payments.work(systemContext());
    case 'replay': {
      const stored = await rows<{ id: string }>(
        world.em(),
      )`select id from provider_events order by received_at, id`;
      return processEvent(systemContext(), last(stored)?.id ?? '');
    }
    case 'reconcile':
      return reconcile(systemContext());
    case 'checkpoint':
      return takeCheckpoint(systemContext(), 3);
    case 'two checkpoints':
      return Promise.all([takeCheckpoint(systemContext()), takeCheckpoint(systemContext(), 2)]);
    case 'pay out': {
      const amountCents = step.cents;
      return recordPayout(await as(cast.admin), {
        creatorId: cast.seller.id,
        amountCents,
        attempt: randomUUID(),
      });
    }
  }
}

/** Hours pass at the provider. The worker asks for lost events often enough. */
async function passTime(shop: Shop, hours: number) {
  const { world } = shop;
  const strideHours = 500;
  for (let left = hours; left > 0; left -= strideHours) {
    shop.later(Math.min(left, strideHours) * 60);
    await world.payments.sandbox.advance();
    if (hours < 24) return;
    // What fails because of the ordered failures is tried again.
    await catchUpEvents(world.systemContext()).catch(() => catchUpEvents(world.systemContext()));
  }
}

/** Ends all ordered failures, and does all that is left to do, as the worker would. */
export async function settle(shop: Shop) {
  const { world } = shop;
  await row(world.em())`update sandbox.fault set remaining = 0`;
  for (let round = 0; round < 2; round += 1) {
    await world.payments.deliver();
    await catchUpEvents(world.systemContext());
    await world.payments.work();
    shop.later(3);
    await reconcile(world.systemContext());
  }
  await world.payments.deliver();
}
