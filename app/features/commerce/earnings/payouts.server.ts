import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { money } from '../../../ui/money.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { type Balance, balanceOf, balances } from './earnings.server.ts';

export interface Owed extends Balance {
  creatorId: number;
  name: string;
  username: string;
  payoutEmail: string | null;
}

const owed = fragment`
  select balance.*, u.first_name || ' ' || u.last_name as name, u.username::text,
    u.payout_email as "payoutEmail"
  from (${balances}) balance join users u on u.id = balance."creatorId"
  where (balance."earnedCents" <> 0 or balance."paidOutCents" <> 0)`;

/** All creators' balances, highest first; all rows without a limit. Creators without entries are left out. */
export async function listOwed({ em }: { em: Em }, limit: number | null = null): Promise<Owed[]> {
  return rows<Owed>(em)`${owed} order by balance."availableCents" desc, u.id limit ${limit}::int`;
}

/** @throws NotFound when the ledger has no entries of the creator */
export async function owedTo({ em }: { em: Em }, creatorId: number): Promise<Owed> {
  const found = await row<Owed>(em)`${owed} and u.id = ${creatorId}`;
  if (!found) throw new NotFound();
  return found;
}

export async function owedInAll({ em }: { em: Em }): Promise<{ creators: number; availableCents: number }> {
  const sum = await row<{ creators: number; availableCents: number }>(em)`
    select count(*)::int as creators, coalesce(sum(greatest(each."availableCents", 0)), 0)::float8 as "availableCents"
    from (${owed}) each`;
  return sum ?? { creators: 0, availableCents: 0 };
}

export interface PayoutInput {
  creatorId: number;
  amountCents: number;
  reference?: string | null;
  /** The hidden field of the form. A form sent twice records one payout. */
  attempt: string;
  /** The sum paid out when the form was opened. Without it, a parallel payout is not detected. */
  knownCents?: number;
}

/** Records that an admin has paid a creator.
 *  @throws NotFound; Refused beside `amount` when it exceeds the balance, when another payout was recorded since the
 *    form was opened, or when the same form was sent before with other values */
export async function recordPayout(scope: AdminScope, input: PayoutInput): Promise<{ id: number }> {
  const { creatorId, amountCents, reference, attempt, knownCents } = input;
  return scope.em.transactional(async (em) => {
    await lockMembers(em, [creatorId, scope.viewer.id]);
    const creator = await row<{ name: string; isGone: boolean }>(em)`
      select first_name || ' ' || last_name || ' @' || username as name, status = 'deleted' as "isGone"
      from users where id = ${creatorId}`;
    if (!creator) throw new NotFound();
    const before = await row<{ id: number; amountCents: number; isSame: boolean }>(em)`
      select id, amount_cents as "amountCents", (creator_id, amount_cents, coalesce(reference, ''))
        = (${creatorId}::int, ${amountCents}::int, ${reference ?? ''}) as "isSame"
      from payouts where attempt = ${attempt}`;
    if (before?.isSame) return { id: before.id };
    if (before) {
      const text = `This form has already recorded ${money(before.amountCents)}. Open it again to record another payout.`;
      throw new Refused(text, { field: 'amount' });
    }
    const { earnedCents, paidOutCents, availableCents } = await balanceOf(em, creatorId);
    if (knownCents !== undefined && knownCents !== paidOutCents) {
      const text = `Meanwhile ${money(paidOutCents - knownCents)} was marked as paid; ${money(availableCents)} is left. Send the form again if you paid this as well.`;
      throw new Refused(text, { field: 'amount' });
    }
    if (!Number.isSafeInteger(amountCents) || amountCents < 1 || amountCents > availableCents) {
      const most = Math.max(0, availableCents);
      throw new Refused(`A payout is between ${money(1)} and what is available, ${money(most)}.`, {
        field: 'amount',
      });
    }
    const made = await row<{ id: number }>(em)`
      insert into payouts (creator_id, amount_cents, reference, attempt, admin_id, created_at)
      values (${creatorId}, ${amountCents}, ${reference ?? null}, ${attempt}, ${scope.viewer.id}, ${scope.now()})
      returning id`;
    // A deleted creator's payout address was kept for this payment only (ADR-011).
    if (creator.isGone && paidOutCents + amountCents >= earnedCents) {
      await row(em)`update users set payout_email = null where id = ${creatorId}`;
    }
    await recordAuditOf(scope, em, {
      verb: 'recorded',
      kind: 'payout',
      id: made!.id,
      name: `${money(amountCents)} to ${creator.name}`,
      after: { creatorId, amountCents, reference: reference ?? null },
    });
    return made!;
  });
}

export interface PayoutRow {
  id: number;
  creatorId: number;
  name: string;
  amountCents: number;
  reference: string | null;
  paidAt: string;
}

export async function listPayouts({ em }: { em: Em }, creatorId: number | null = null, limit = 200) {
  return rows<PayoutRow>(em)`
    select p.id, p.creator_id as "creatorId", u.first_name || ' ' || u.last_name as name,
      p.amount_cents as "amountCents", p.reference, p.created_at as "paidAt"
    from payouts p join users u on u.id = p.creator_id
    where ${creatorId}::int is null or p.creator_id = ${creatorId}::int
    order by p.created_at desc, p.id desc limit ${limit}`;
}
