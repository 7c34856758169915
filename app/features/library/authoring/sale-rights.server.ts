import { countAll, db, sql } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { maySell, planNames, saleLimits } from '../../../domain/plans.ts';
import { Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { planInForce } from '../../identity/accounts/plan-in-force.server.ts';
import { dropSurplus, sellersAboveLimit } from './surplus-sales.sql.server.ts';

/** Checks that a creator may put one more item on sale (C9.7). Call it in the transaction of the sale, before the
 *  change: it locks the creator's row, so that parallel requests are counted one by one. `contentId` is an existing
 *  item, not counted against itself.
 *  @throws Refused beside `isForSale` */
export async function checkMaySell(
  em: Em,
  { creatorId, contentId, now }: { creatorId: number; contentId?: number; now: Date },
): Promise<void> {
  const owner = await db(em)
    .selectFrom('users as u')
    .select(planInForce(now).as('plan'))
    .where('u.id', '=', creatorId)
    .forNoKeyUpdate()
    .executeTakeFirst();
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
  const { count } = await db(em)
    .selectFrom('content')
    .select(countAll().as('count'))
    .where('creator_id', '=', creatorId)
    .where('is_for_sale', '=', true)
    .where('status', '<>', 'withdrawn')
    .where('id', 'is distinct from', sql<number | null>`${exceptId ?? null}::int`)
    .executeTakeFirstOrThrow();
  return count;
}

export const saleSlots = async ({ em, viewer }: MemberScope) => ({
  plan: viewer.plan,
  used: await countForSale(em, viewer.id),
});

/** Takes items beyond the plan's limit off sale, newest first (C9.7), with the creator locked. Returns the ids. */
export async function dropSurplusSales(em: Em, now: Date, creatorId: number): Promise<number[]> {
  const dropped = await dropSurplus(em, now, creatorId);
  return dropped.map(({ id }) => id);
}

/** Calls `dropSurplusSales` for every creator whose plan has ended, each in its own transaction. */
export async function dropAllSurplusSales(em: Em, now: Date): Promise<number[]> {
  const owners = await sellersAboveLimit(em, now);
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
