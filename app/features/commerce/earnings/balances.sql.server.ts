import type { Em } from '../../../db/orm.server.ts';
import { int, nullable, type RowOf, row, rows, sql, text } from '../../../db/raw.server.ts';
import type { Sql } from '../../core/lists/read-list.sql.server.ts';
import { isUndecided, undecided } from '../ledger/disputes.server.ts';

const balance = {
  /** The creator's shares of all sales that are not refunded. */
  earnedCents: int,
  /** The part of it that is disputed, or paid for requests that are not done. It cannot be paid out. */
  frozenCents: int,
  paidOutCents: int,
  /** Negative when money was refunded after its payout. Later sales make up for it. */
  availableCents: int,
};
export type Balance = RowOf<typeof balance>;

const owed = { ...balance, creatorId: int, name: text, username: text, payoutEmail: nullable(text) };
export type Owed = RowOf<typeof owed>;

/** SQL on request `r`: it is paid for, and not done. */
const isOpenRequest = sql`(r.state in ('paid', 'delivered', 'disputed') or r.owes_refund and r.refunded_at is null)`;

/** SQL on charge `h` of a purchase: it is in dispute, or its request is not done (ADR-025). */
export const isHeld = sql<boolean>`(${isUndecided(sql.ref('h.payment_id'))}
  or exists (select 1 from purchases held join requests r
      on r.content_id = held.content_id and r.requester_id = held.user_id
    where held.id = h.purchase_id and ${isOpenRequest}))`;

/** The held charges of a creator, or of all: found by the few disputes and requests, not by the many charges. */
const heldCharges = (creator: Sql | null) => sql`
  select h.id from disputes d join charges h on h.payment_id = d.payment_id where d.status in (${undecided})
  union
  select h.id from requests r
    join purchases p on p.content_id = r.content_id and p.user_id = r.requester_id
    join charges h on h.purchase_id = p.id
  where ${isOpenRequest} ${creator ? sql`and r.creator_id = ${creator}` : sql``}`;

/** Everything that a creator ever earned: the checkpoint, and the entries after it (ADR-063). */
export const earnedBy = (creator: Sql) => sql`
  coalesce((select earned_cents from ledger_checkpoints where creator_id = ${creator}), 0)
  + coalesce((select sum(amount_cents) from ledger_entries
      where creator_id = ${creator} and id > (select entries_until from ledger_horizon)), 0)::bigint`;

const paidTo = (creator: Sql) => sql`
  coalesce((select paid_cents from ledger_checkpoints where creator_id = ${creator}), 0)
  + coalesce((select sum(amount_cents) from payouts
      where creator_id = ${creator} and id > (select payouts_until from ledger_horizon)), 0)::bigint`;

// By charge, never by creator: the planner expects few entries of a creator, and one may have most of them.
const frozenOf = (creator: Sql) => sql`
  coalesce((select sum(e.amount_cents) from (${heldCharges(creator)}) held
    cross join lateral (select * from ledger_entries where charge_id = held.id offset 0) e
    where e.creator_id = ${creator}), 0)::bigint`;

/** The amounts of one creator. */
const balanceOf = (creatorId: number) => sql`
  select id as "creatorId", earned as "earnedCents", frozen as "frozenCents", paid as "paidOutCents",
    earned - frozen - paid as "availableCents"
  from (
    select u.id, ${earnedBy(sql`u.id`)} as earned, ${frozenOf(sql`u.id`)} as frozen, ${paidTo(sql`u.id`)} as paid
    from users u where u.id = ${creatorId}
  ) sums`;

/** The balance of one creator; null without such a member. */
export const readBalance = (em: Em, creatorId: number) =>
  row(em, balance)`
  select "earnedCents", "frozenCents", "paidOutCents", "availableCents" from (${balanceOf(creatorId)}) balance`;

/** The rows `e` of a table after the horizon. In the order of ids, because the planner would expect a third of the table
 *  there and read it from end to end. */
const since = (table: 'ledger_entries' | 'payouts', until: 'entries_until' | 'payouts_until') => sql`
  (select * from ${sql.table(table)} where id > (select ${sql.ref(until)} from ledger_horizon) order by id) e`;

export const entriesSinceCheckpoint = since('ledger_entries', 'entries_until');

/** The day of an entry `e` in UTC, and what of it a day's sums hold. */
export const ledgerDay = sql`(e.created_at at time zone 'utc')::date`;
export const ledgerSums = {
  gross_cents: sql`coalesce(sum(e.amount_cents) filter (where e.kind in ('sale', 'plan')), 0)`,
  platform_cents: sql`coalesce(sum(e.amount_cents) filter (where e.account = 'platform'), 0)`,
};

/** What is not in the checkpoints, for each creator who has such: entries and payouts after the horizon, and held money. */
const moved = sql`
  select creator_id, sum(earned)::bigint as earned, sum(paid)::bigint as paid, sum(frozen)::bigint as frozen
  from (
    select e.creator_id, e.amount_cents as earned, 0 as paid, 0 as frozen
    from ${entriesSinceCheckpoint} where e.creator_id is not null
    union all
    select e.creator_id, 0, e.amount_cents, 0 from ${since('payouts', 'payouts_until')}
    union all
    select e.creator_id, 0, 0, e.amount_cents from (${heldCharges(null)}) held
    cross join lateral (select * from ledger_entries where charge_id = held.id offset 0) e
    where e.creator_id is not null
  ) movement group by 1`;

/** The few who moved are looked up; the planner, which expects many, would read all checkpoints. */
const withCheckpoint = sql`
  left join lateral (select * from ledger_checkpoints where creator_id = moved.creator_id offset 0) c on true`;

/** The amounts of all creators who moved since the checkpoint, and of those others who are owed the most. */
const balances = (limit: number | null) => sql`
  with moved as materialized (${moved})
  select moved.creator_id as "creatorId", coalesce(c.earned_cents, 0) + moved.earned as "earnedCents",
    moved.frozen as "frozenCents", coalesce(c.paid_cents, 0) + moved.paid as "paidOutCents",
    coalesce(c.earned_cents - c.paid_cents, 0) + moved.earned - moved.frozen - moved.paid as "availableCents"
  from moved ${withCheckpoint}
  union all (
    select creator_id, earned_cents, 0, paid_cents, earned_cents - paid_cents
    from ledger_checkpoints c where not exists (select from moved where moved.creator_id = c.creator_id)
      and (earned_cents <> 0 or paid_cents <> 0)
    order by earned_cents - paid_cents desc, creator_id limit ${limit}::int
  )`;

/** @param end orders and limits the amounts before their creators are looked up one by one: joined, all members would be
 *    read */
const owing = (amounts: Sql, end = sql``) => sql`
  select balance.*, u.first_name || ' ' || u.last_name as name, u.username, u.payout_email as "payoutEmail"
  from (
    select * from (${amounts}) amounts where "earnedCents" <> 0 or "paidOutCents" <> 0 ${end}
  ) balance
  join lateral (select * from users where id = balance."creatorId" offset 0) u on true`;

/** All creators' balances, highest first; all rows without a limit. Creators without entries are left out. */
export const listOwed = ({ em }: { em: Em }, limit: number | null = null) =>
  rows(em, owed)`
  ${owing(balances(limit), sql`order by "availableCents" desc, "creatorId" limit ${limit}::int`)}
  order by balance."availableCents" desc, balance."creatorId"`;

/** The balance of one creator with the payout address; null when the ledger has no entries of the creator. */
export const readOwed = (em: Em, creatorId: number) => row(em, owed)`${owing(balanceOf(creatorId))}`;

/** How many creators have a balance, how many can be paid, and what is owed to them: the sums of the last checkpoint,
 *  corrected by those who moved since. */
export const sumOwed = (em: Em) =>
  row(em, { creators: int, payable: int, availableCents: int })`
  with each as (
    select earned_before <> 0 or paid_before <> 0 as was_there, earned_before - paid_before as was,
      earned_before + earned <> 0 or paid_before + paid <> 0 as is_there,
      earned_before + earned - frozen - paid_before - paid as available
    from (
      select moved.*, coalesce(c.earned_cents, 0) as earned_before, coalesce(c.paid_cents, 0) as paid_before
      from (${moved}) moved ${withCheckpoint}
    ) moved
  )
  select min(h.creators) + coalesce(sum(is_there::int - was_there::int), 0) as creators,
    min(h.payable) + coalesce(sum((available > 0)::int - (was > 0)::int), 0) as payable,
    (min(h.owed_cents) + coalesce(sum(greatest(available, 0) - greatest(was, 0)), 0))::bigint as "availableCents"
  from ledger_horizon h left join each on true`;
