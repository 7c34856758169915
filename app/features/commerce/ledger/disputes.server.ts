import type { Expression } from 'kysely';
import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { DisputeState } from '../../../payments/payment-states.ts';

/** The states in which a bank still decides, as the index `disputes_undecided` has them. */
export const undecided = sql`'inquiry', 'open', 'unknown'`;

/** SQL: whether a bank still decides about a payment. Until then its money is neither paid out nor refunded. States
 *  that the provider adds later count as undecided. */
export const isUndecided = (paymentId: Expression<unknown>) =>
  sql<boolean>`exists (select 1 from disputes where disputes.payment_id = ${paymentId}
    and disputes.status in (${undecided}))`;

/** The sum of a payment that banks have finally taken back, in cents. */
export async function lostOf(em: Em, paymentId: string): Promise<number> {
  const { cents } = await db(em)
    .selectFrom('disputes')
    .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('cents'))
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['lost', 'under_appeal'])
    .executeTakeFirstOrThrow();
  return cents;
}

export async function bankDecides(em: Em, paymentId: string): Promise<boolean> {
  const { decides } = await db(em)
    .selectNoFrom(isUndecided(sql`${paymentId}`).as('decides'))
    .executeTakeFirstOrThrow();
  return decides;
}

/** Saves a dispute as the provider describes it. Call it with the charge locked. @returns whether it changed */
export async function writeDispute(
  em: Em,
  dispute: DisputeState & { paymentId: string },
  at: Date,
): Promise<boolean> {
  const { disputeId, paymentId, status, amountCents, createdAt } = dispute;
  const { numInsertedOrUpdatedRows } = await db(em)
    .insertInto('disputes')
    .values({
      id: disputeId,
      payment_id: paymentId,
      status,
      amount_cents: amountCents,
      created_at: createdAt,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ status, amount_cents: amountCents, updated_at: at })
        .where(({ or, eb }) =>
          or([eb('disputes.status', '<>', status), eb('disputes.amount_cents', '<>', amountCents)]),
        ),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
