import type { Em } from '../../../db/orm.server.ts';
import { int, row } from '../../../db/raw.server.ts';
import type { SubscriptionRow } from './subscription-row.server.ts';

/** Saves what the provider made of an attempt. False when another tab has changed the attempt. */
export async function saveOpenedPayment(
  em: Em,
  { id, idempotencyKey }: SubscriptionRow,
  made: { subscriptionId: string | null; checkoutId: string | null },
): Promise<boolean> {
  const kept = await row(em, { id: int })`
    with mine as (
      select id, coalesce(${made.subscriptionId}::text, subscription_id) as subscription,
        coalesce(${made.checkoutId}::text, checkout_id) as page,
        case when ${made.subscriptionId}::text is null then status else 'incomplete' end as state
      from subscriptions
      where id = ${id} and status in ('opening', 'incomplete') and idempotency_key = ${idempotencyKey}
        and (${made.subscriptionId}::text is null or checkout_id is null)
        and (${made.checkoutId}::text is null or subscription_id is null)
      for no key update
    ), changed as (
      update subscriptions s set subscription_id = mine.subscription, checkout_id = mine.page, status = mine.state,
        version = version + 1
      from mine where s.id = mine.id
        and (s.subscription_id, s.checkout_id, s.status) is distinct from (mine.subscription, mine.page, mine.state)
    )
    select id from mine`;
  return kept !== null;
}
