import type { Em } from '../../../db/orm.server.ts';
import { int, row } from '../../../db/raw.server.ts';

interface OpenedPaymentRow {
  id: number;
  idempotencyKey: string;
  /** One of the two is set. */
  paymentId: string | null;
  checkoutId: string | null;
}

/** Saves an attempt's payment or page, and writes only what is new. Null when another tab has opened the other way. */
export const saveOpenedPayment = (em: Em, { id, idempotencyKey, paymentId, checkoutId }: OpenedPaymentRow) =>
  row(em, { id: int })`
  with mine as (
    select id, coalesce(${paymentId}::text, payment_id) as payment, coalesce(${checkoutId}::text, checkout_id) as page
    from purchases
    where id = ${id} and status = 'pending' and idempotency_key = ${idempotencyKey}
      and (${paymentId}::text is null or checkout_id is null)
      and (${checkoutId}::text is null or payment_id is null)
    for no key update
  ), changed as (
    update purchases p set payment_id = mine.payment, checkout_id = mine.page, last_error = null from mine
    where p.id = mine.id
      and (p.payment_id, p.checkout_id, p.last_error) is distinct from (mine.payment, mine.page, null)
  )
  select id from mine`;
