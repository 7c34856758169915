import type Stripe from 'stripe';
import { addMonth, firstItem, knownPrice } from './billing.ts';
import { type Books, branches, Fault, get, idIn, newId, type Route, text, whole } from './books.ts';
import { complete } from './check.ts';
import type { Params } from './form.ts';

const defaults: Stripe.SubscriptionSchedule['default_settings'] = {
  application_fee_percent: null,
  billing_cycle_anchor: 'automatic',
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  default_payment_method: null,
  description: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    days_until_due: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  on_behalf_of: null,
  transfer_data: null,
};

const phase = (price: string, start: number, end: number): Stripe.SubscriptionSchedule.Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency: 'usd',
  default_payment_method: null,
  description: null,
  discounts: [],
  end_date: end,
  invoice_settings: null,
  items: [{ billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity: 1 }],
  metadata: {},
  on_behalf_of: null,
  proration_behavior: 'none',
  start_date: start,
  transfer_data: null,
  trial_end: null,
});

function createSchedule(books: Books, params: Params): Stripe.SubscriptionSchedule {
  const subscription = get(books.subscriptions, text(params, 'from_subscription') ?? '', 'subscription');
  if (subscription.schedule) throw new Fault(400, 'This subscription has a schedule already');
  if (Object.keys(params).length > 1) {
    throw new Fault(400, 'from_subscription goes alone', { param: 'from_subscription' });
  }
  const { price, current_period_start: start, current_period_end: end } = firstItem(subscription);
  const schedule = complete('SubscriptionSchedule', {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    billing_mode: { flexible: null, type: 'flexible' },
    created: books.now(),
    current_phase: { start_date: start, end_date: end },
    customer: idIn(subscription.customer),
    default_settings: defaults,
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [phase(price.id, start, end)],
    status: 'active',
    subscription: subscription.id,
  });
  books.schedules.set(schedule.id, schedule);
  subscription.schedule = schedule.id;
  return schedule;
}

/** Phases must begin where the running one did and follow one another without a gap. */
function planPhases(books: Books, schedule: Stripe.SubscriptionSchedule, params: Params) {
  let next = schedule.current_phase?.start_date ?? 0;
  return branches(params, 'phases').map((given, index) => {
    const start = whole(given, 'start_date') ?? next;
    if (start !== next) {
      throw new Fault(400, 'A phase must begin where the one before ends', {
        param: `phases[${index}][start_date]`,
      });
    }
    const price = knownPrice(books, text(branches(given, 'items')[0] ?? {}, 'price') ?? '');
    const end = whole(given, 'end_date') ?? (given.duration ? addMonth(start, start) : null);
    if (end === null)
      throw new Fault(400, 'A phase needs an end or a duration', { param: `phases[${index}]` });
    next = end;
    return phase(price.id, start, end);
  });
}

export const scheduleRoutes: Route[] = [
  {
    verb: 'POST',
    path: /^\/v1\/subscription_schedules$/,
    params: 'SubscriptionScheduleCreateParams',
    answer: 'SubscriptionSchedule',
    act: (books, _id, params) => createSchedule(books, params),
  },
  {
    verb: 'POST',
    path: /^\/v1\/subscription_schedules\/(\w+)$/,
    params: 'SubscriptionScheduleUpdateParams',
    answer: 'SubscriptionSchedule',
    act(books, id, params) {
      const schedule = get(books.schedules, id, 'subscription_schedule');
      if (schedule.status !== 'active') throw new Fault(400, `The schedule is ${schedule.status}`);
      schedule.phases = planPhases(books, schedule, params);
      return schedule;
    },
  },
  {
    verb: 'POST',
    path: /^\/v1\/subscription_schedules\/(\w+)\/release$/,
    params: 'SubscriptionScheduleReleaseParams',
    answer: 'SubscriptionSchedule',
    act(books, id) {
      const schedule = get(books.schedules, id, 'subscription_schedule');
      if (schedule.status !== 'active') throw new Fault(400, `The schedule is ${schedule.status}`);
      const subscription = get(books.subscriptions, idIn(schedule.subscription), 'subscription');
      subscription.schedule = null;
      Object.assign(schedule, {
        status: 'released',
        released_at: books.now(),
        released_subscription: subscription.id,
        subscription: null,
        current_phase: null,
      });
      return schedule;
    },
  },
];
