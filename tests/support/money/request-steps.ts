import fc from 'fast-check';
import { Refused } from '../../../app/errors.ts';
import { askRequest } from '../../../app/features/commerce/custom-requests/offers/ask.server.ts';
import { decideRequest } from '../../../app/features/commerce/custom-requests/steps/decide.server.ts';
import { expireOverdueRequests } from '../../../app/features/commerce/custom-requests/steps/expire-overdue.server.ts';
import {
  type RequestTransition,
  requestTransitions,
} from '../../../app/features/commerce/custom-requests/steps/may-transition.ts';
import { transitionRequest } from '../../../app/features/commerce/custom-requests/steps/transition.server.ts';
import { catchUpEvents, processEvent } from '../../../app/features/commerce/provider-events/events.server.ts';
import { reconcile } from '../../../app/features/commerce/provider-events/reconcile.server.ts';
import { startPurchase } from '../../../app/features/commerce/purchases/buy.server.ts';
import { refundPurchase } from '../../../app/features/commerce/purchases/refund-purchase.server.ts';
import { viewerById } from '../../../app/features/identity/sessions/sessions.server.ts';
import { PaymentProviderDown, PaymentRefused } from '../../../app/payments/payment-errors.ts';
import type { MemberScope, Viewer } from '../../../app/scope.ts';
import { row, rows } from '../sql.ts';
import { Crashed, type CrashPoint, crashingProvider } from './crashing-provider.ts';
import { details, type testRequests } from './requests.ts';

type Shop = ReturnType<typeof testRequests>;

export interface RequestStep {
  do: string;
  vip: number;
  /** Which of the latest: 0 is the last one. */
  nth: number;
  transition: RequestTransition;
  hosted: boolean;
  isPaid: boolean;
  isDelivered: boolean;
  hours: number;
  crash: CrashPoint;
}

export interface RequestCast {
  creator: Viewer;
  vips: Viewer[];
  admin: Viewer;
  ways: string[];
  disputes: string[];
}

const crash = fc.oneof(
  { weight: 4, arbitrary: fc.constant<CrashPoint>({ callsLeft: 1_000, isBeforeCall: false }) },
  { weight: 1, arbitrary: fc.record({ callsLeft: fc.nat(3), isBeforeCall: fc.boolean() }) },
);

const step = (kinds: fc.Arbitrary<string>): fc.Arbitrary<RequestStep> =>
  fc.record({
    do: kinds,
    vip: fc.nat(2),
    nth: fc.constantFrom(0, 0, 0, 1, 2),
    transition: fc.constantFrom(...requestTransitions),
    hosted: fc.boolean(),
    isPaid: fc.constantFrom(true, true, true, false),
    isDelivered: fc.constantFrom(true, true, false),
    hours: fc.constantFrom(1, 24, 80, 200, 400),
    crash,
  });

const kinds = fc.oneof(
  { weight: 4, arbitrary: fc.constant('ask') },
  { weight: 7, arbitrary: fc.constant('step') },
  { weight: 4, arbitrary: fc.constant('forward') },
  { weight: 5, arbitrary: fc.constantFrom('buy', 'buy', 'pay an old way') },
  { weight: 5, arbitrary: fc.constantFrom('time', 'turn', 'turn', 'at once') },
  { weight: 2, arbitrary: fc.constantFrom('refund', 'release', 'admin refund') },
  { weight: 2, arbitrary: fc.constantFrom('bank dispute', 'won', 'lost', 'refund fails') },
  { weight: 2, arbitrary: fc.constantFrom('weather', 'arrive', 'replay', 'reconcile') },
);

/** A random life: a member asks and is accepted, perhaps pays, and then anything may happen. */
export const anyRequestSteps: fc.Arbitrary<RequestStep[]> = fc
  .tuple(
    step(fc.constant('ask')),
    step(fc.constant('forward')),
    step(fc.constant('buy')),
    fc.array(step(kinds), { minLength: 3, maxLength: 14, size: 'max' }),
  )
  .map(([ask, accept, buy, rest]) => [ask, accept, buy, ...rest]);

const isExpected = (error: unknown): boolean =>
  [Refused, PaymentProviderDown, PaymentRefused, Crashed].some((kind) => error instanceof kind) ||
  (error instanceof AggregateError && error.errors.every(isExpected)) ||
  (error instanceof Error && error.name === 'NotFound');

/** Runs one step. Any unexpected failure is a bug and is thrown. */
export async function runRequestStep(shop: Shop, cast: RequestCast, next: RequestStep): Promise<void> {
  try {
    await carryOut(shop, cast, next);
    if (next.isDelivered) await shop.world.payments.deliver();
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

async function carryOut(shop: Shop, cast: RequestCast, next: RequestStep): Promise<unknown> {
  const { world } = shop;
  const { controls, provider } = world.payments.sandbox;
  const payments = crashingProvider(provider, { ...next.crash });
  const systemContext = () => ({ ...world.systemContext(), payments });
  const as = async (viewer: Viewer | undefined): Promise<MemberScope> => ({
    ...world.member(await viewerById(world.em(), viewer?.id ?? 0, world.clock.at)),
    payments,
  });
  const last = <Thing>(list: Thing[]): Thing | undefined =>
    list.at(-1 - (next.nth % Math.max(1, list.length)));
  const all = await rows<{ id: number; state: string; item: number | null; requester: number }>(world.em())`
    select id, state, content_id as item, requester_id as requester from requests order by id`;
  const request = last(all);
  const objectId = async (kind: 'payment_intent' | 'refund') => {
    const found = await rows<{ id: string }>(world.em())`
      select id from sandbox.object where kind = ${kind} and (kind = 'refund' or body->>'status' = 'succeeded')
      order by position`;
    return last(found)?.id ?? 'none';
  };
  const side = (transition: RequestTransition) =>
    ['withdraw', 'confirm', 'dispute'].includes(transition)
      ? cast.vips.find(({ id }) => id === request?.requester)
      : cast.creator;
  const takeStep = async (wanted: RequestTransition) => {
    if (wanted === 'deliver' && request?.item) await shop.fill(request.id);
    return transitionRequest(await as(side(wanted)), request?.id ?? 1, wanted, 'A word about it.');
  };

  switch (next.do) {
    case 'ask':
      return askRequest(await as(cast.vips[next.vip]), cast.creator.username, { title: 'Asked', details });
    case 'step':
      return takeStep(next.transition);
    case 'forward':
      return takeStep(
        ({ asked: 'accept', paid: 'deliver', delivered: next.isPaid ? 'confirm' : 'dispute' } as const)[
          request?.state as 'asked'
        ] ?? 'publish',
      );
    case 'buy': {
      const vip = cast.vips.find(({ id }) => id === request?.requester);
      const way = await startPurchase(await as(vip), request?.item ?? 1, { hosted: next.hosted });
      const page = way.clientSecret ?? way.url;
      if (page) cast.ways.push(page);
      return page && next.isPaid ? world.payments.answer(page) : null;
    }
    case 'pay an old way': {
      const page = last(cast.ways);
      return page ? world.payments.answer(page) : null;
    }
    case 'time':
      return shop.later(next.hours * 60);
    case 'turn':
      return expireOverdueRequests(systemContext());
    case 'at once':
      // The job, an answer and the webhook at the same moment.
      return Promise.allSettled([
        expireOverdueRequests(systemContext()),
        takeStep(next.transition),
        world.payments.deliver(),
        shop.turn(),
      ]);
    case 'refund':
    case 'release':
      return decideRequest(await as(cast.admin), request?.id ?? 1, { outcome: next.do, reason: 'Because.' });
    case 'admin refund': {
      const bought = await rows<{ id: number }>(world.em())`
        select id from purchases where payment_id is not null order by id`;
      return refundPurchase(await as(cast.admin), last(bought)?.id ?? 0);
    }
    case 'bank dispute':
      return cast.disputes.push(await controls.openDispute(await objectId('payment_intent')));
    case 'won':
    case 'lost': {
      const dispute = cast.disputes.pop();
      return dispute && controls.closeDispute(dispute, next.do);
    }
    case 'refund fails':
      return controls.failRefund(await objectId('refund'));
    case 'weather':
      if (next.hosted) return controls.loseEvents(2);
      return next.isPaid ? controls.failNext() : controls.dropNextAnswer();
    case 'arrive':
      return world.payments.arrive();
    case 'replay': {
      const stored = await rows<{ id: string }>(world.em())`
        select id from provider_events order by received_at, id`;
      return processEvent(systemContext(), last(stored)?.id ?? '');
    }
    case 'reconcile':
      return reconcile(systemContext());
  }
}

/** Ends all ordered failures, and does all that is left to do, as the worker would within hours. */
export async function settleRequests(shop: Shop) {
  const { world } = shop;
  await row(world.em())`update sandbox.fault set remaining = 0`;
  for (let round = 0; round < 4; round += 1) {
    await world.payments.deliver();
    // Lost events are asked for once a day.
    await catchUpEvents(world.systemContext());
    await world.payments.work();
    // A refund that failed is asked again after an hour.
    shop.later(65);
    await reconcile(world.systemContext());
    await shop.turn();
  }
  await world.payments.deliver();
}
