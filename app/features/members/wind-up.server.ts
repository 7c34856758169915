import { rows } from '../../db/sql.server.ts';
import { PaymentProviderDown } from '../../payments/payment-errors.ts';
import type { HouseScope } from '../../scope.ts';
import { endPlan } from '../plans/change-plan.server.ts';
import { endAttempt } from '../purchases/buy.server.ts';
import type { PurchaseRow } from '../purchases/charges.server.ts';
import { purchaseColumns } from '../purchases/fulfil.server.ts';

/**
 * Ends at the payment provider what nobody should pay any more: plans of members who are gone at once, of those
 * who are suspended with their period; open checkouts of both, and of their items. It goes by what is so now, not
 * by what was asked, and may run at any time.
 * @throws AggregateError with all the troubles, so that the worker tells and tries again
 */
export async function windUp(scope: HouseScope): Promise<void> {
  const plans = await rows<{ userId: number; isGone: boolean }>(scope.em)`
    select s.user_id as "userId", u.status = 'deleted' as "isGone"
    from subscriptions s join users u on u.id = s.user_id
    where u.status <> 'active' and not (u.status = 'suspended' and s.cancel_at_period_end)
      and s.status in ('opening', 'incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused')`;
  const checkouts = await rows<PurchaseRow>(scope.em)`
    select ${purchaseColumns} from purchases p join content c on c.id = p.content_id
      join users buyer on buyer.id = p.user_id join users creator on creator.id = c.creator_id
    where p.status = 'pending' and (buyer.status <> 'active' or creator.status <> 'active')`;
  const work = [
    ...plans.map((plan) => () => endPlan(scope, plan.userId, plan.isGone ? 'now' : 'period_end')),
    ...checkouts.map((checkout) => () => endAttempt(scope, checkout)),
  ];
  const troubles: unknown[] = [];
  for (const end of work) {
    await end().catch((trouble) => troubles.push(trouble));
    // A provider that is down stays down for the rest of the list.
    if (troubles.some(isDown)) break;
  }
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} could not be ended`);
}

const isDown = (trouble: unknown) =>
  trouble instanceof PaymentProviderDown || (trouble as Error).cause instanceof PaymentProviderDown;
