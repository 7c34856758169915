import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';
import { Refused } from '../../errors.ts';
import { planAt } from '../accounts/sessions.server.ts';
import type { Tier } from '../content/words.ts';
import { maySell, planNames, saleLimits } from './plans.ts';

/**
 * Checks that a member may have one more item for sale (decisions 3), inside the transaction that puts it
 * on sale: the member's row stays locked until its end, so two forms at once cannot both be the last one.
 * @throws Refused beside the field, naming the rule and what would allow it
 */
export async function checkSaleRight(em: Em, memberId: number, now: Date): Promise<void> {
  const member = await row<{ plan: Tier; plan_ends_at: string | null }>(em)`
    select plan, plan_ends_at from users where id = ${memberId} for update`;
  const sold = await row<{ n: number }>(em)`select count(*)::int as n from content
    where creator_id = ${memberId} and is_for_sale and status <> 'withdrawn'`;
  const plan = member ? planAt(member.plan, member.plan_ends_at, now) : 'free';
  if (maySell(plan, sold?.n ?? 0)) return;
  const message =
    saleLimits[plan] === 0
      ? `The ${planNames[plan]} plan does not include selling. Premium allows 2 items for sale, VIP any number.`
      : `Your plan allows ${saleLimits[plan]} items for sale at a time, and you have them. VIP allows any number.`;
  throw new Refused(message, { field: 'isForSale' });
}
