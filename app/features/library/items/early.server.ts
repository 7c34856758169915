import { db, sql, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { Tier } from '../../../domain/tiers.ts';
import type { Sql } from '../../core/lists/read-list.sql.server.ts';

/** `tierNow` as a condition on a row `c` of `content`: it takes this tier to open the item now. */
export const opensWith = (tier: Tier, now: Date): Sql =>
  tier === 'vip'
    ? sql`(c.tier = 'vip' or c.early_until > ${now}::timestamptz)`
    : sql`(c.tier = ${tier} and (c.early_until is null or c.early_until <= ${now}::timestamptz))`;

/** When the next early access ends; shared caches must not keep lists beyond it. */
export async function nextOpening(em: Em, now: Date): Promise<Date | null> {
  const next = await db(em)
    .selectFrom('content')
    .select((eb) => eb.fn.min('early_until').as('at'))
    .where('early_until', '>', timestamptz(now))
    .executeTakeFirst();
  return next?.at ? new Date(next.at) : null;
}
