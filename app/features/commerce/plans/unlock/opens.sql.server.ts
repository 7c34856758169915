import { bool, int, row, sql } from '../../../../db/raw.server.ts';
import type { PaidPlan } from '../../../../domain/plan-prices.ts';
import type { Tier } from '../../../../domain/tiers.ts';
import type { Scope } from '../../../../scope.ts';
import { opensWith } from '../../../library/items/early.server.ts';

/** How many of the newest items are looked through, so that the cost does not grow with the site. */
const lookedThrough = 1_000;
const monthMs = 30 * 24 * 3_600_000;

/** How many items besides this one the plan opens that the viewer cannot open now: all, those of the last 30 days,
 *  and those that the viewer liked. On a site with more items than are looked through, `isAll` is false. */
export function whatOpens({ em, viewer, now }: Scope, { plan, but }: { plan: PaidPlan; but: number }) {
  const has: Tier = viewer?.plan ?? 'free';
  const gained = plan === 'vip' && has !== 'premium' ? (['premium', 'vip'] as const) : ([plan] as const);
  const opened = sql.join(
    gained.map((tier) => opensWith(tier, now())),
    sql` or `,
  );
  const memberId = viewer?.id ?? 0;
  const since = new Date(now().getTime() - monthMs);
  return row(em, { others: int, fresh: int, liked: int, isAll: bool })`
    with newest as (
      select id, creator_id, tier, early_until, published_at from content where status = 'published'
      order by published_at desc, id desc limit ${lookedThrough}
    ), opened as (
      select c.id, c.published_at from newest c
      where (${opened}) and c.id <> ${but} and c.creator_id <> ${memberId} and not exists (
        select from purchases where user_id = ${memberId} and content_id = c.id and status = 'paid')
    )
    select count(*)::int as others, count(*) filter (where published_at > ${since}::timestamptz)::int as fresh,
      count(*) filter (where exists (
        select from likes where user_id = ${memberId} and content_id = opened.id))::int as liked,
      (select count(*) < ${lookedThrough} from newest) as "isAll"
    from opened`;
}
export type Opens = NonNullable<Awaited<ReturnType<typeof whatOpens>>>;
