import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';
import { creatorShareCents } from './share.ts';

export interface Posting {
  chargeId: number;
  /** `refund` and `dispute` are negative, and positive when that money came back after all. */
  kind: 'sale' | 'plan' | 'refund' | 'dispute';
  /** Whose sale it was; null for a plan, whose money stays with the house. */
  creatorId: number | null;
  /** What was left of the charge before and after, in cents. */
  beforeCents: number;
  afterCents: number;
  at: Date;
}

/** Writes what a change of a charge means for the creator and for the house; call it in the transaction of
 *  the change. Each share is the difference of two rounded shares, so the sums stay exact. */
export async function post(em: Em, { chargeId, kind, creatorId, beforeCents, afterCents, at }: Posting) {
  const creatorCents =
    creatorId === null ? 0 : creatorShareCents(afterCents) - creatorShareCents(beforeCents);
  const houseCents = afterCents - beforeCents - creatorCents;
  await row(em)`
    insert into ledger_entries (charge_id, kind, account, creator_id, amount_cents, created_at)
    select ${chargeId}::int, ${kind}, side.account, side.creator_id, side.amount_cents, ${at}::timestamptz
    from (values ('creator', ${creatorId}::int, ${creatorCents}::int), ('house', null, ${houseCents}::int))
      as side (account, creator_id, amount_cents)
    where side.amount_cents <> 0`;
}
