import type { Em } from '../../db/orm.server.ts';
import { fragment, row } from '../../db/sql.server.ts';
import type { Sql } from '../lists/walk.server.ts';
import type { Tier } from './words.ts';

/** `tierNow` as a condition on a row `c` of `content`: at this moment it takes this tier to open it. */
export const opensWith = (tier: Tier, now: Date): Sql =>
  tier === 'vip'
    ? fragment`(c.tier = 'vip' or c.early_until > ${now}::timestamptz)`
    : fragment`(c.tier = ${tier} and (c.early_until is null or c.early_until <= ${now}::timestamptz))`;

/** When the next item opens to its own tier: what is the same for everybody must not be kept beyond it. */
export async function nextOpening(em: Em, now: Date): Promise<Date | null> {
  const next = await row<{ at: string | null }>(em)`
    select min(early_until) as at from content where early_until > ${now}`;
  return next?.at ? new Date(next.at) : null;
}
