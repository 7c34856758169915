import { sql } from '../../../db/kysely.server.ts';
import type { Tier } from '../../../domain/tiers.ts';

/** SQL for the plan of a row `u` of `users` now: the better of the paid plan and the one an admin gave. */
export const planInForce = (now: Date) => {
  // Alphabetical order of the plan names is also their rank.
  return sql<Tier>`greatest(
    case when u.plan_ends_at <= ${now}::timestamptz then 'free' else u.plan end,
    case when u.gift_ends_at > ${now}::timestamptz then u.gift_plan else 'free' end)`;
};
