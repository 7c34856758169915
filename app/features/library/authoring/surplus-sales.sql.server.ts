import type { Em } from '../../../db/orm.server.ts';
import { int, rows, sql } from '../../../db/raw.server.ts';
import { saleLimits } from '../../../domain/plans.ts';
import { planInForce } from '../../identity/accounts/plan-in-force.server.ts';

/** Items for sale beyond the limit of their creator's plan: the newest ones. */
const surplusOf = (now: Date, creatorId: number | null) => sql`
  select id, creator_id from (
    select c.id, c.creator_id, ${planInForce(now)} as plan,
      row_number() over (partition by c.creator_id order by c.created_at, c.id) as place
    from content c join users u on u.id = c.creator_id
    where c.is_for_sale and c.status <> 'withdrawn'
      and (${creatorId}::int is null or c.creator_id = ${creatorId}::int)
  ) ranked
  where plan <> 'vip'
    and place > case plan when 'premium' then ${saleLimits.premium}::int else ${saleLimits.free}::int end`;

export const dropSurplus = (em: Em, now: Date, creatorId: number) =>
  rows(em, { id: int })`
    with surplus as (${surplusOf(now, creatorId)}), locked as (
      select id from content where id in (select id from surplus) order by id for no key update
    )
    update content set is_for_sale = false, updated_at = ${now} from locked where content.id = locked.id
    returning content.id`;

export const sellersAboveLimit = (em: Em, now: Date) =>
  rows(em, { id: int })`
    select distinct creator_id as id from (${surplusOf(now, null)}) surplus`;
