import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import { maySell, planNames, saleLimits } from '../../../domain/plans.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { planInForce } from '../../identity/accounts/plan-in-force.server.ts';

/**
 * Checks that a creator may put one more item on sale (C9.7). Call it in the transaction of the sale, before the
 * change: it locks the creator's row, so that parallel requests are counted one by one. `contentId` is an existing
 * item, not counted against itself.
 * @throws Refused beside `isForSale`
 */
export async function checkMaySell(
  em: Em,
  { creatorId, contentId, now }: { creatorId: number; contentId?: number; now: Date },
): Promise<void> {
  const owner = await row<{ plan: Tier }>(em)`
    select ${planInForce(now)} as plan from users u where id = ${creatorId} for no key update`;
  const plan = owner?.plan ?? 'free';
  const count = await countForSale(em, creatorId, contentId);
  if (maySell(plan, count)) return;
  const text =
    plan === 'free'
      ? 'Selling is part of the Premium and VIP Elite plans. See /subscriptions.'
      : `With ${planNames[plan]} you can have ${saleLimits[plan]} items for sale at a time, and ${count} are. Take one off sale, or choose ${planNames.vip} on /subscriptions.`;
  throw new Refused(text, { field: 'isForSale' });
}

async function countForSale(em: Em, creatorId: number, exceptId?: number): Promise<number> {
  const counted = await row<{ count: number }>(em)`
    select count(*)::int as count from content
    where creator_id = ${creatorId} and is_for_sale and status <> 'withdrawn'
      and id is distinct from ${exceptId ?? null}::int`;
  return counted?.count ?? 0;
}

export const saleSlots = async ({ em, viewer }: MemberScope) => ({
  plan: viewer.plan,
  used: await countForSale(em, viewer.id),
});

/** Takes items beyond the plan's limit off sale, newest first (C9.7), with the creator locked. Returns the ids. */
export async function dropSurplusSales(em: Em, now: Date, creatorId: number): Promise<number[]> {
  const dropped = await rows<{ id: number }>(em)`
    with surplus as (${surplusOf(now, creatorId)}), locked as (
      select id from content where id in (select id from surplus) order by id for no key update
    )
    update content set is_for_sale = false, updated_at = ${now} from locked where content.id = locked.id
    returning content.id`;
  return dropped.map(({ id }) => id);
}

/** Calls `dropSurplusSales` for every creator whose plan has ended, each in its own transaction. */
export async function dropAllSurplusSales(em: Em, now: Date): Promise<number[]> {
  const owners = await rows<{ id: number }>(em)`
    select distinct creator_id as id from (${surplusOf(now, null)}) surplus`;
  const dropped: number[][] = [];
  for (const { id } of owners) {
    const ids = await em.transactional(async (em) => {
      await lockMembers(em, [id]);
      return dropSurplusSales(em, now, id);
    });
    dropped.push(ids);
  }
  return dropped.flat();
}

const surplusOf = (now: Date, creatorId: number | null) => fragment`
  select id, creator_id from (
    select c.id, c.creator_id, ${planInForce(now)} as plan,
      row_number() over (partition by c.creator_id order by c.created_at, c.id) as place
    from content c join users u on u.id = c.creator_id
    where c.is_for_sale and c.status <> 'withdrawn'
      and (${creatorId}::int is null or c.creator_id = ${creatorId}::int)
  ) ranked
  where plan <> 'vip'
    and place > case plan when 'premium' then ${saleLimits.premium}::int else ${saleLimits.free}::int end`;
