import type { RawBuilder } from 'kysely';
import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutOnward, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { isUndecided } from '../ledger/disputes.server.ts';
import { creatorShareCents } from '../ledger/share.ts';

/** All amounts in cents. */
export interface Balance {
  /** The creator's shares of all sales that are not refunded. */
  earnedCents: number;
  /** The part of it that is disputed, or paid for requests that are not done. It cannot be paid out. */
  frozenCents: number;
  paidOutCents: number;
  /** Negative when money was refunded after its payout. Later sales make up for it. */
  availableCents: number;
}

/** SQL on charge `h` of a purchase: it is in dispute, or its request is not done (ADR-025). */
const isHeld = fragment`(${isUndecided(fragment.ref('h.payment_id'))}
  or exists (select 1 from purchases held join requests r
      on r.content_id = held.content_id and r.requester_id = held.user_id
    where held.id = h.purchase_id
      and (r.state in ('paid', 'delivered', 'disputed') or r.owes_refund and r.refunded_at is null)))`;
const frozen = fragment`exists (select 1 from charges h where h.id = e.charge_id and ${isHeld})`;

/** A piece of SQL with the amounts of each creator, for statements about one or all of them. */
export const balances: RawBuilder<unknown> = fragment`
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

export async function balanceOf(em: Em, creatorId: number): Promise<Balance> {
  const found = await row<Balance>(em)`
    select "earnedCents", "frozenCents", "paidOutCents", "availableCents"
    from (${balances} where u.id = ${creatorId}) balance`;
  return found ?? { earnedCents: 0, frozenCents: 0, paidOutCents: 0, availableCents: 0 };
}

export interface Sale {
  id: number;
  contentId: number;
  title: string;
  amountCents: number;
  creatorCents: number;
  isFrozen: boolean;
  /** The item was deleted, and only its buyers can open it. */
  isGone: boolean;
  soldAt: string;
}

/** The creator's sales, newest first. Sales that were fully refunded appear only in the statement. */
export async function listSales(
  { em, viewer }: MemberScope,
  { after, size }: { after?: string | null; size: number },
): Promise<PageOf<Sale>> {
  const cursor = readCursor(after);
  const beyond = cursor
    ? fragment`(e.created_at, e.id) < (${cursor.value}::timestamptz, ${cursor.id}::int)`
    : fragment`true`;
  // The ledger comes first, because its index has a creator's entries in the order of time.
  const fetched = await rows<Omit<Sale, 'creatorCents'> & { entry: number; entryAt: string }>(em)`
    select e.id as entry, e.created_at as "entryAt", c.status = 'withdrawn' as "isGone", p.id,
      p.content_id as "contentId", p.title, p.paid_at as "soldAt",
      h.amount_cents - h.refunded_cents - h.lost_cents as "amountCents",
      ${isHeld} as "isFrozen"
    from ledger_entries e join charges h on h.id = e.charge_id join purchases p on p.id = h.purchase_id
      join content c on c.id = p.content_id
    where e.creator_id = ${viewer.id} and e.kind = 'sale' and p.status = 'paid' and ${beyond}
    order by e.created_at desc, e.id desc limit ${size + 1}`;
  const page = cutOnward(fetched, size, ({ entry, entryAt }) => ({ value: entryAt, id: entry }));
  const items = page.items.map(({ entry, entryAt, ...sale }) => ({
    ...sale,
    creatorCents: creatorShareCents(sale.amountCents),
  }));
  return { ...page, items };
}

export interface StatementRow {
  at: string;
  kind: 'sale' | 'refund' | 'dispute' | 'payout';
  title: string;
  reference: string;
  amountCents: number;
}

/** All movements of the creator's money, oldest first. The last balance is the present one. */
export async function statement({ em }: { em: Em }, creatorId: number): Promise<StatementRow[]> {
  return rows<StatementRow>(em)`
    select at, kind, title, reference, "amountCents" from (
      select e.created_at as at, e.kind, h.title, 'S-' || lpad(h.id::text, 6, '0') as reference,
        e.amount_cents as "amountCents", e.id
      from ledger_entries e join charges h on h.id = e.charge_id where e.creator_id = ${creatorId}
      union all
      select created_at, 'payout', 'Payout', coalesce(reference, ''), -amount_cents, id
      from payouts where creator_id = ${creatorId}
    ) movement
    order by at, id`;
}
