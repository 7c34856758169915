import type { Em } from '../../../db/orm.server.ts';
import { run } from '../../../db/raw.server.ts';

interface RefundSeen {
  refundId: string;
  paymentId: string;
  amountCents: number;
  status: string;
  /** The states from which it may move to this one. */
  earlier: string[];
  createdAt: Date;
  at: Date;
}

/** Moves our refund to the provider's state, or adds one that was made in the provider's dashboard. */
export const saveRefund = (
  em: Em,
  { refundId, paymentId, amountCents, status, earlier, createdAt, at }: RefundSeen,
) =>
  run(em)`
  with ours as (
    select id from refunds where id = coalesce((select id from refunds where refund_id = ${refundId}),
      (select id from refunds where payment_id = ${paymentId} and status = 'asked'
        and amount_cents = ${amountCents}))
  ), changed as (
    update refunds set refund_id = ${refundId}, status = ${status}, updated_at = ${at} from ours
    where refunds.id = ours.id and refunds.status = any(${earlier}::text[])
  )
  insert into refunds (payment_id, charge_id, refund_id, idempotency_key, amount_cents, reason, status,
    created_at, updated_at)
  select ${paymentId}, (select id from charges where payment_id = ${paymentId}), ${refundId},
    ${`seen:${refundId}`}, ${amountCents}::int, 'provider', ${status}, ${createdAt}::timestamptz,
    ${at}::timestamptz
  where not exists (select 1 from ours)
  on conflict do nothing`;
