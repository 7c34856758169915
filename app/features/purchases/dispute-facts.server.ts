import type { RawBuilder } from 'kysely';
import type { Em } from '../../db/orm.server.ts';
import { fragment, row } from '../../db/sql.server.ts';

/** Whether a bank is deciding about a payment, as a piece of SQL: until then its money is neither paid out nor sent
 *  back. A state that the provider invents later counts as undecided. */
export const isUndecided = (paymentId: RawBuilder<unknown>) =>
  fragment<boolean>`exists (select 1 from disputes where disputes.payment_id = ${paymentId}
    and disputes.status in ('inquiry', 'open', 'unknown'))`;

/** What banks have taken back of a payment for good, in cents. */
export async function lostOf(em: Em, paymentId: string): Promise<number> {
  const found = await row<{ cents: number }>(em)`
    select coalesce(sum(amount_cents), 0)::int as cents from disputes
    where payment_id = ${paymentId} and status in ('lost', 'under_appeal')`;
  return found?.cents ?? 0;
}
