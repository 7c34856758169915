import type { Em } from '../../../db/orm.server.ts';
import { int, moment, oneOf, type RowOf, rows, text } from '../../../db/raw.server.ts';

const movement = {
  at: moment,
  kind: oneOf(['sale', 'refund', 'dispute', 'payout']),
  title: text,
  reference: text,
  amountCents: int,
};
export type StatementRow = RowOf<typeof movement>;

/** All movements of the creator's money, oldest first. The last balance is the present one. */
export const statement = ({ em }: { em: Em }, creatorId: number) =>
  rows(em, movement)`
  select at, kind, title, reference, "amountCents" from (
    select e.created_at as at, e.kind, h.title, 'S-' || lpad(h.id::text, 6, '0') as reference,
      e.amount_cents as "amountCents", e.id
    from ledger_entries e join charges h on h.id = e.charge_id where e.creator_id = ${creatorId}
    union all
    select created_at, 'payout', 'Payout', coalesce(reference, ''), -amount_cents, id
    from payouts where creator_id = ${creatorId}
  ) movement
  order by at, id`;
