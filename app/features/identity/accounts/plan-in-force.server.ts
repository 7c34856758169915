import { fragment } from '../../../db/sql.server.ts';

/** SQL for the plan of a row `u` of `users` now: the better of the paid plan and the one an admin gave. */
export const planInForce = (now: Date) => {
  // Alphabetical order of the plan names is also their rank.
  return fragment`greatest(
    case when u.plan_ends_at <= ${now}::timestamptz then 'free' else u.plan end,
    case when u.gift_ends_at > ${now}::timestamptz then u.gift_plan else 'free' end)`;
};
