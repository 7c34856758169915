import { fragment } from '../../db/sql.server.ts';

/**
 * The plan that a row `u` of `users` has at this moment, as a piece of SQL: the better of what is paid for and
 * what an admin gave. Asked anew each time, so that a gift that ends uncovers the paid plan in that moment.
 */
export const planInForce = (now: Date) => {
  // The names of the plans stand in the alphabet as they stand in rank.
  return fragment`greatest(
    case when u.plan_ends_at <= ${now}::timestamptz then 'free' else u.plan end,
    case when u.gift_ends_at > ${now}::timestamptz then u.gift_plan else 'free' end)`;
};
