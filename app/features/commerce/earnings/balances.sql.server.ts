import type { Em } from '../../../db/orm.server.ts';
import { float, int, nullable, type RowOf, row, rows, sql, text } from '../../../db/raw.server.ts';
import { isUndecided } from '../ledger/disputes.server.ts';

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

/** SQL on charge `h` of a purchase: it is in dispute, or its request is not done (ADR-025). */
export const isHeld = sql<boolean>`(${isUndecided(sql.ref('h.payment_id'))}
  or exists (select 1 from purchases held join requests r
      on r.content_id = held.content_id and r.requester_id = held.user_id
    where held.id = h.purchase_id
      and (r.state in ('paid', 'delivered', 'disputed') or r.owes_refund and r.refunded_at is null)))`;
const frozen = sql`exists (select 1 from charges h where h.id = e.charge_id and ${isHeld})`;

/** The amounts of each creator, for statements about one or all of them. */
const balances = sql`
  select u.id as "creatorId", coalesce(e.earned, 0)::int as "earnedCents", coalesce(e.frozen, 0)::int as "frozenCents",
    coalesce(p.paid, 0)::int as "paidOutCents",
    (coalesce(e.earned, 0) - coalesce(e.frozen, 0) - coalesce(p.paid, 0))::int as "availableCents"
  from users u
  left join (
    select e.creator_id, sum(e.amount_cents) as earned,
      sum(e.amount_cents) filter (where ${frozen}) as frozen
    from ledger_entries e where e.creator_id is not null group by 1
  ) e on e.creator_id = u.id
  left join (select creator_id, sum(amount_cents) as paid from payouts group by 1) p on p.creator_id = u.id`;

/** The balance of one creator; null without such a member. */
export const readBalance = (em: Em, creatorId: number) =>
  row(em, balance)`
  select "earnedCents", "frozenCents", "paidOutCents", "availableCents"
  from (${balances} where u.id = ${creatorId}) balance`;

const owing = sql`
  select balance.*, u.first_name || ' ' || u.last_name as name, u.username, u.payout_email as "payoutEmail"
  from (${balances}) balance join users u on u.id = balance."creatorId"
  where (balance."earnedCents" <> 0 or balance."paidOutCents" <> 0)`;

/** All creators' balances, highest first; all rows without a limit. Creators without entries are left out. */
export const listOwed = ({ em }: { em: Em }, limit: number | null = null) =>
  rows(em, owed)`${owing} order by balance."availableCents" desc, u.id limit ${limit}::int`;

/** The balance of one creator with the payout address; null when the ledger has no entries of the creator. */
export const readOwed = (em: Em, creatorId: number) => row(em, owed)`${owing} and u.id = ${creatorId}`;

/** How many creators have a balance, how many can be paid, and what is owed to them. */
export const sumOwed = (em: Em) =>
  row(em, { creators: int, payable: int, availableCents: float })`
  select count(*)::int as creators, (count(*) filter (where each."availableCents" > 0))::int as payable,
    coalesce(sum(greatest(each."availableCents", 0)), 0)::float8 as "availableCents"
  from (${owing}) each`;
