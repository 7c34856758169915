import type Stripe from 'stripe';
import { ApiError } from './api-error.server.ts';
import { firstItem } from './billing.server.ts';
import { branches, type Params, text, whole } from './form.server.ts';
import { phaseObject, scheduleObject } from './objects/schedule.server.ts';
import { addMonth } from './periods.server.ts';
import type { Route } from './route.ts';
import { add, get, idIn, priceOf, type State } from './state.server.ts';

function createSchedule(state: State, params: Params): Stripe.SubscriptionSchedule {
  const subscription = get(state, 'subscription', text(params, 'from_subscription') ?? '');
  if (subscription.schedule) throw new ApiError(400, 'This subscription has a schedule already');
  if (Object.keys(params).length > 1) {
    throw new ApiError(400, 'from_subscription goes alone', { param: 'from_subscription' });
  }
  const { price, current_period_start: start, current_period_end: end } = firstItem(subscription);
  const facts = { created: state.now, price: price.id, start, end };
  const schedule = add(state, scheduleObject(subscription, facts));
  subscription.schedule = schedule.id;
  return schedule;
}

/** Phases must begin where the running one did and follow one another without a gap. */
function planPhases(state: State, schedule: Stripe.SubscriptionSchedule, params: Params) {
  let next = schedule.current_phase?.start_date ?? 0;
  return branches(params, 'phases').map((given, index) => {
    const start = whole(given, 'start_date') ?? next;
    if (start !== next) {
      throw new ApiError(400, 'A phase must begin where the one before ends', {
        param: `phases[${index}][start_date]`,
      });
    }
    const priceId = text(branches(given, 'items')[0] ?? {}, 'price') ?? '';
    const price = priceOf(state, priceId, `phases[${index}][items][0][price]`);
    const end = whole(given, 'end_date') ?? (given.duration ? addMonth(start, start) : null);
    if (end === null) {
      throw new ApiError(400, 'A phase needs an end or a duration', { param: `phases[${index}]` });
    }
    next = end;
    return phaseObject(price.id, start, end);
  });
}

function activeSchedule(state: State, id: string): Stripe.SubscriptionSchedule {
  const schedule = get(state, 'subscription_schedule', id);
  if (schedule.status !== 'active') {
    throw new ApiError(400, `You cannot change a subscription schedule that is ${schedule.status}.`);
  }
  return schedule;
}

/** Changes of price at the end of a period (https://docs.stripe.com/billing/subscriptions/subscription-schedules). */
export const scheduleRoutes: Route[] = [
  {
    verb: 'POST',
    path: /^\/v1\/subscription_schedules$/,
    params: 'SubscriptionScheduleCreateParams',
    answer: 'SubscriptionSchedule',
    handle: (state, _id, params) => createSchedule(state, params),
  },
  {
    verb: 'POST',
    path: /^\/v1\/subscription_schedules\/(\w+)$/,
    params: 'SubscriptionScheduleUpdateParams',
    answer: 'SubscriptionSchedule',
    handle(state, id, params) {
      const schedule = activeSchedule(state, id);
      schedule.phases = planPhases(state, schedule, params);
      return schedule;
    },
  },
  {
    verb: 'POST',
    path: /^\/v1\/subscription_schedules\/(\w+)\/release$/,
    params: 'SubscriptionScheduleReleaseParams',
    answer: 'SubscriptionSchedule',
    handle(state, id) {
      const schedule = activeSchedule(state, id);
      const subscription = get(state, 'subscription', idIn(schedule.subscription));
      subscription.schedule = null;
      Object.assign(schedule, {
        status: 'released',
        released_at: state.now,
        released_subscription: subscription.id,
        subscription: null,
        current_phase: null,
      });
      return schedule;
    },
  },
];
