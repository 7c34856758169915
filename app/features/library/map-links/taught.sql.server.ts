import type { Em } from '../../../db/orm.server.ts';
import { int, nullable, oneOf, rows, sql } from '../../../db/raw.server.ts';
import { tiers } from '../../../domain/tiers.ts';

/** Jumps from one value of a column to the next in its index, so that the cost grows with the number of different
 *  values and not with the number of links. */
const eachOf = (column: 'transition_id' | 'starts_id' | 'ends_id') => {
  const name = sql.ref(column);
  return sql`
    (select ${name} as id from content_map_links where is_published and ${name} is not null
      order by ${name} limit 1)
    union all
    select (select ${name} from content_map_links where is_published and ${name} > step.id
      order by ${name} limit 1)
    from step where step.id is not null`;
};

/** Each transition that a published item shows, with the lowest tier that opens one now and the lowest price of one,
 *  and each position in which one begins or ends. */
export const readTaught = (em: Em, now: Date) => {
  const opens = (tier: 'free' | 'premium', early: 'is null' | 'over') => sql`exists (
    select from content_map_links where transition_id = step.id and is_published and tier = ${tier}
      and ${early === 'over' ? sql`early_until <= ${now}::timestamptz` : sql`early_until is null`})`;
  const positions = (column: 'starts_id' | 'ends_id') => sql`(
    with recursive step as (${eachOf(column)})
    select id, 'position', 'free', null::int from step where id is not null)`;
  return rows(em, {
    id: int,
    kind: oneOf(['transition', 'position'] as const),
    tier: oneOf(tiers),
    priceCents: nullable(int),
  })`
    (with recursive step as (${eachOf('transition_id')})
    select id, 'transition' as kind,
      case when ${opens('free', 'is null')} or ${opens('free', 'over')} then 'free'
        when ${opens('premium', 'is null')} or ${opens('premium', 'over')} then 'premium' else 'vip' end as tier,
      (select price_cents from content_map_links
        where transition_id = step.id and is_published and price_cents is not null
        order by price_cents limit 1) as "priceCents"
    from step where id is not null)
    union all (${positions('starts_id')} union ${positions('ends_id')})`;
};
