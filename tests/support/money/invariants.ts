import type { Em } from '../../../app/db/orm.server.ts';
import { planInForce } from '../../../app/features/identity/accounts/plan-in-force.server.ts';
import { rows } from '../sql.ts';
import { wrongBalances } from './true-balances.ts';

interface Broken {
  rule: string;
  id: string;
}

/** What must hold whenever nothing is under way any more, asked of the product's tables and of the sandbox's own
 *  objects; answers the rules that are broken, and by what. */
export async function brokenRules(em: Em, now: Date): Promise<string[]> {
  const broken = await rows<Broken>(em)`
    with payment as (
      select p.id, (p.body->>'amount')::int as amount, (c.body->>'amount_refunded')::int as refunded,
        coalesce((select sum((d.body->>'amount')::int) from sandbox.object d
          where d.kind = 'dispute' and d.body->>'payment_intent' = p.id and d.body->>'status' = 'lost'), 0)::int as lost
      from sandbox.object p join sandbox.object c on c.id = p.body->>'latest_charge'
      where p.kind = 'payment_intent' and p.body->>'status' = 'succeeded'
    ), kept as (
      select id, greatest(amount - refunded - lost, 0) as cents, lost,
        -- Money that buys nothing waits for the bank that is deciding about it, and goes back then.
        not exists (select 1 from charges h where h.payment_id = payment.id) and exists (
          select 1 from disputes d where d.payment_id = payment.id and d.status in ('inquiry', 'open', 'unknown')) as waits
      from payment
    ), books as (
      select h.id, h.kind, h.payment_id, h.purchase_id, h.amount_cents,
        h.amount_cents - h.refunded_cents - h.lost_cents as left_cents, h.lost_cents,
        coalesce(sum(e.amount_cents), 0) as entries,
        coalesce(sum(e.amount_cents) filter (where e.account = 'creator'), 0) as creator
      from charges h left join ledger_entries e on e.charge_id = h.id group by h.id
    )
    select 'the ledger of a charge is what the provider kept of it' as rule, b.payment_id as id
      from books b left join kept k on k.id = b.payment_id where b.entries is distinct from k.cents
    union all
    select 'all entries together are charges less refunds', 'total' where
      (select coalesce(sum(amount_cents), 0) from ledger_entries) <> (select coalesce(sum(cents), 0) from kept where not waits)
    union all
    select 'the creator has half of a sale, rounded up', b.payment_id from books b
      where b.creator <> case when b.kind = 'sale' then ceil(b.entries / 2.0) else 0 end
    union all
    select 'a paid purchase has one charge with money left', p.id::text from purchases p
      where p.status = 'paid' and not exists (
        select 1 from books b where b.purchase_id = p.id and b.left_cents > 0 and b.lost_cents = 0)
    union all
    select 'money that was kept has opened its item', k.id from kept k
      left join charges h on h.payment_id = k.id left join purchases p on p.id = h.purchase_id
      where k.cents > 0 and not k.waits and (h.id is null or (h.kind = 'sale' and p.status <> 'paid'))
    union all
    select 'sales are the live purchases', s.content_id::text from content_stats s
      where s.sales <> (select count(*) from purchases p where p.content_id = s.content_id and p.status = 'paid')
    union all
    select 'one live purchase of an item and member', min(p.id)::text from purchases p
      where p.status = 'paid' group by p.user_id, p.content_id having count(*) > 1
    union all
    select 'nothing is parked', p.id::text from purchases p where p.status = 'review'
    union all
    select 'nobody bought their own', p.id::text from purchases p join content c on c.id = p.content_id
      where c.creator_id = p.user_id`;
  const sellers = await rows<Broken>(em)`
    select 'items for sale fit the plan' as rule, u.id::text from users u
    join content c on c.creator_id = u.id and c.is_for_sale and c.status <> 'withdrawn'
    group by u.id having count(*) > case ${planInForce(now)} when 'vip' then 1000000 when 'premium' then 2 else 0 end`;
  const requests = await rows<Broken>(em)`
    with bought as (
      select r.id, r.state, r.owes_refund, r.delivered_at, c.status as item, c.made_for, p.payment_id
      from requests r join content c on c.id = r.content_id
      left join purchases p on p.content_id = r.content_id and p.user_id = r.requester_id and p.status = 'paid'
    )
    select 'what is made or delivered is paid for' as rule, id::text from bought
      where state in ('paid', 'delivered', 'disputed', 'done') and payment_id is null
    union all
    select 'what a request owes has gone back', id::text from bought
      where owes_refund and payment_id is not null and not exists (select 1 from disputes d
        where d.payment_id = bought.payment_id and d.status in ('inquiry', 'open', 'unknown'))
    union all
    select 'no money is kept for a request that came to nothing', id::text from bought
      where payment_id is not null and delivered_at is null and state <> 'paid' and not owes_refund
        and item in ('draft', 'withdrawn')
    union all
    select 'an item is private from its delivery on, and a draft of the request before', id::text from bought
      where state in ('accepted', 'paid') and (item <> 'draft' or made_for is null)
        or state in ('delivered', 'disputed') and item not in ('private', 'withdrawn')
    union all
    select 'a request that ended undelivered holds no draft', id::text from bought
      where state in ('withdrawn', 'cancelled', 'lapsed', 'late') and made_for is not null
    union all
    select 'no more requests at once than the creator takes', r.creator_id::text from requests r
      join request_offers o on o.creator_id = r.creator_id where r.state in ('asked', 'accepted', 'paid')
      group by r.creator_id, o.at_once having count(*) > o.at_once
    union all
    select 'no share of an open request can be paid out', e.creator_id::text from ledger_entries e
      join charges h on h.id = e.charge_id join purchases p on p.id = h.purchase_id
      join requests r on r.content_id = p.content_id and r.requester_id = p.user_id
      where r.state in ('expired', 'declined', 'withdrawn', 'lapsed')
      group by e.creator_id having sum(e.amount_cents) <> 0`;
  const plans = await rows<Broken>(em)`
    with held as (
      select c.user_id, max(case s.body->'items'->'data'->0->'price'->>'id' when 'price_vip' then 2 else 1 end) as rank
      from sandbox.object s join customers c on c.customer_id = s.customer_id
      where s.kind = 'subscription' and (s.body->>'status' = 'active' or s.body->>'status' = 'past_due')
      group by 1
    )
    select 'the plan is what is paid for, or in its grace' as rule, u.id::text
    from users u join customers on customers.user_id = u.id left join held on held.user_id = u.id
    where exists (select 1 from subscriptions x where x.user_id = u.id and x.subscription_id is not null)
      and (case when u.plan_ends_at <= ${now} then 0 when u.plan = 'vip' then 2 when u.plan = 'premium' then 1 else 0 end)
        <> coalesce(held.rank, 0)`;
  const taken = await rows<Broken>(em)`
    select 'no plan runs on money that a bank took back' as rule, s.user_id::text as id
    from charges h join subscriptions s on s.id = h.subscription_id
    where h.lost_cents > 0 and h.period_end > ${now} and s.status in ('trialing', 'active', 'past_due')`;
  const balances = await wrongBalances(em);
  const twice = await rows<Broken>(em)`
    select 'nobody pays for two plans' as rule, customer_id as id from sandbox.object
    where kind = 'subscription' and body->>'status' in ('active', 'past_due')
    group by customer_id having count(*) > 1`;
  return [...broken, ...sellers, ...requests, ...plans, ...taken, ...balances, ...twice].map(
    ({ rule, id }) => `${rule}: ${id}`,
  );
}
