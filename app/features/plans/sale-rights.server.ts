import type { Em } from '../../db/orm.server.ts';
import { row, rows } from '../../db/sql.server.ts';
import { Refused } from '../../errors.ts';
import type { MemberScope } from '../../scope.ts';
import type { Tier } from '../content/words.ts';
import { planInForce } from './plan-in-force.server.ts';
import { maySell, planNames, saleLimits } from './plans.ts';

/**
 * Whether a creator may put one more item on sale (decisions 3). Call it in the transaction that puts the item
 * on sale, before the change: it locks the creator's row, so that parallel requests are counted one by one.
 * @param contentId the item itself, when it exists already; it is not counted against its creator
 * @throws Refused beside the field `isForSale`, with the way to a larger plan
 */
export async function checkMaySell(
  em: Em,
  { creatorId, contentId, now }: { creatorId: number; contentId?: number; now: Date },
): Promise<void> {
  const owner = await row<{ plan: Tier }>(em)`
    select ${planInForce(now)} as plan from users u where id = ${creatorId} for update`;
  const plan = owner?.plan ?? 'free';
  const count = await countForSale(em, creatorId, contentId);
  if (maySell(plan, count)) return;
  const text =
    plan === 'free'
      ? 'Selling is part of the Premium and VIP Elite plans. See /subscriptions.'
      : `With ${planNames[plan]} you can have ${saleLimits[plan]} items for sale at a time, and ${count} are. Take one off sale, or choose ${planNames.vip} on /subscriptions.`;
  throw new Refused(text, { field: 'isForSale' });
}

/** How many of a creator's items are for sale, but for `exceptId`. */
async function countForSale(em: Em, creatorId: number, exceptId?: number): Promise<number> {
  const counted = await row<{ count: number }>(em)`
    select count(*)::int as count from content
    where creator_id = ${creatorId} and is_for_sale and status <> 'withdrawn'
      and id is distinct from ${exceptId ?? null}::int`;
  return counted?.count ?? 0;
}

/** What a member may sell and does, to be said where it is about to be tried. */
export const saleRoom = async ({ em, viewer }: MemberScope) => ({
  plan: viewer.plan,
  used: await countForSale(em, viewer.id),
});

/**
 * Takes the newest items off sale that a plan no longer covers (decisions 3); buyers keep what they bought.
 * Without `creatorId` for everybody whose plan has ended. Returns the items' ids.
 */
export async function dropSurplusSales(em: Em, now: Date, creatorId?: number): Promise<number[]> {
  const dropped = await rows<{ id: number }>(em)`
    with owners as (
      select id, ${planInForce(now)} as plan from users u
      where ${creatorId ?? null}::int is null or id = ${creatorId ?? null}::int
    ), ranked as (
      select c.id, o.plan, row_number() over (partition by c.creator_id order by c.created_at, c.id) as place
      from content c join owners o on o.id = c.creator_id
      where c.is_for_sale and c.status <> 'withdrawn' and o.plan <> 'vip'
    )
    update content set is_for_sale = false, updated_at = ${now}
    where id in (
      select id from ranked
      where place > case plan when 'premium' then ${saleLimits.premium}::int else ${saleLimits.free}::int end
    )
    returning id`;
  return dropped.map(({ id }) => id);
}
