import { db } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { money } from '../../../ui/money.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { fullName } from '../../identity/accounts/full-name.server.ts';
import { type Owed, readOwed, sumOwed } from './balances.sql.server.ts';
import { balanceOf } from './earnings.server.ts';

/** @throws NotFound when the ledger has no entries of the creator */
export async function owedTo({ em }: { em: Em }, creatorId: number): Promise<Owed> {
  const found = await readOwed(em, creatorId);
  if (!found) throw new NotFound();
  return found;
}

export async function owedInAll({ em }: { em: Em }) {
  return (await sumOwed(em)) ?? { creators: 0, payable: 0, availableCents: 0 };
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
    const creator = await db(em)
      .selectFrom('users as u')
      .select([fullName.as('name'), 'u.username', 'u.status'])
      .where('u.id', '=', creatorId)
      .executeTakeFirst();
    if (!creator) throw new NotFound();
    const before = await recordedBy(em, attempt);
    if (before && isSame(before, input)) return { id: before.id };
    if (before) {
      const text = `This form has already recorded ${money(before.amountCents)}. Open it again to record another payout.`;
      throw new Refused(text, { field: 'amount' });
    }
    const { earnedCents, paidOutCents, availableCents } = await balanceOf(em, creatorId);
    if (knownCents !== undefined && knownCents !== paidOutCents) {
      const text = `In the meantime, ${money(paidOutCents - knownCents)} was marked as paid; ${money(availableCents)} is left. Send the form again if you paid this as well.`;
      throw new Refused(text, { field: 'amount' });
    }
    if (!Number.isSafeInteger(amountCents) || amountCents < 1 || amountCents > availableCents) {
      const most = Math.max(0, availableCents);
      throw new Refused(`A payout can be between ${money(1)} and ${money(most)}, the amount available.`, {
        field: 'amount',
      });
    }
    const made = await db(em)
      .insertInto('payouts')
      .values({
        creator_id: creatorId,
        amount_cents: amountCents,
        reference: reference ?? null,
        attempt,
        admin_id: scope.viewer.id,
        created_at: scope.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // A deleted creator's payout address was kept for this payment only (ADR-011).
    if (creator.status === 'deleted' && paidOutCents + amountCents >= earnedCents) {
      await db(em).updateTable('users').set({ payout_email: null }).where('id', '=', creatorId).execute();
    }
    await recordAuditOf(scope, em, {
      verb: 'recorded',
      kind: 'payout',
      id: made.id,
      name: `${money(amountCents)} to ${creator.name} @${creator.username}`,
      after: { creatorId, amountCents, reference: reference ?? null },
    });
    return made;
  });
}

const recordedBy = (em: Em, attempt: string) =>
  db(em)
    .selectFrom('payouts')
    .select(['id', 'creator_id as creatorId', 'amount_cents as amountCents', 'reference'])
    .where('attempt', '=', attempt)
    .executeTakeFirst();

type Paid = Pick<PayoutInput, 'creatorId' | 'amountCents' | 'reference'>;

const isSame = (one: Paid, other: Paid) =>
  one.creatorId === other.creatorId &&
  one.amountCents === other.amountCents &&
  (one.reference ?? '') === (other.reference ?? '');

export const listPayouts = ({ em }: { em: Em }, creatorId: number | null = null, limit = 200) =>
  db(em)
    .selectFrom('payouts as p')
    .innerJoin('users as u', 'u.id', 'p.creator_id')
    .select(['p.id', 'p.creator_id as creatorId', fullName.as('name'), 'p.amount_cents as amountCents'])
    .select(['p.reference', 'p.created_at as paidAt'])
    .$if(creatorId !== null, (query) => query.where('p.creator_id', '=', creatorId))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();
