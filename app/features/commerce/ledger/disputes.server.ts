import type { RawBuilder } from 'kysely';
import type { Em } from '../../../db/orm.server.ts';
import { fragment, row } from '../../../db/sql.server.ts';
import type { DisputeState } from '../../../payments/payment-states.ts';

/** SQL: whether a bank still decides about a payment. Until then its money is neither paid out nor refunded. States
 *  that the provider adds later count as undecided. */
export const isUndecided = (paymentId: RawBuilder<unknown>) =>
  fragment<boolean>`exists (select 1 from disputes where disputes.payment_id = ${paymentId}
    and disputes.status in ('inquiry', 'open', 'unknown'))`;

/** The sum of a payment that banks have finally taken back, in cents. */
export async function lostOf(em: Em, paymentId: string): Promise<number> {
  const found = await row<{ cents: number }>(em)`
    select coalesce(sum(amount_cents), 0)::int as cents from disputes
    where payment_id = ${paymentId} and status in ('lost', 'under_appeal')`;
  return found?.cents ?? 0;
}

/** Saves a dispute as the provider describes it. Call it with the charge locked. @returns whether it changed */
export async function writeDispute(em: Em, dispute: DisputeState, at: Date): Promise<boolean> {
  const { disputeId, paymentId, status, amountCents, createdAt } = dispute;
  const written = await row(em)`
    insert into disputes (id, payment_id, status, amount_cents, created_at, updated_at)
    values (${disputeId}, ${paymentId}, ${status}, ${amountCents}, ${createdAt}, ${at})
    on conflict (id) do update set status = excluded.status, amount_cents = excluded.amount_cents,
      updated_at = excluded.updated_at
      where (disputes.status, disputes.amount_cents) is distinct from (excluded.status, excluded.amount_cents)
    returning id`;
  return written !== null;
}
