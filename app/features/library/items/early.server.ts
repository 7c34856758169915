import type { Em } from '../../../db/orm.server.ts';
import { fragment, row } from '../../../db/sql.server.ts';
import type { Tier } from '../../../domain/tiers.ts';
import type { Sql } from '../../core/lists/walk.server.ts';

/** `tierNow` as a condition on a row `c` of `content`: it takes this tier to open the item now. */
export const opensWith = (tier: Tier, now: Date): Sql =>
  tier === 'vip'
    ? fragment`(c.tier = 'vip' or c.early_until > ${now}::timestamptz)`
    : fragment`(c.tier = ${tier} and (c.early_until is null or c.early_until <= ${now}::timestamptz))`;

/** When the next early access ends; shared caches must not keep lists beyond it. */
export async function nextOpening(em: Em, now: Date): Promise<Date | null> {
  const next = await row<{ at: string | null }>(em)`
    select min(early_until) as at from content where early_until > ${now}`;
  return next?.at ? new Date(next.at) : null;
}
