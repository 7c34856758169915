import type { Em } from '../../../app/db/orm.server.ts';
import {
  type Balance,
  listOwed,
  sumOwed,
} from '../../../app/features/commerce/earnings/balances.sql.server.ts';
import { compareWithLedger } from '../../../app/features/commerce/earnings/checkpoints.sql.server.ts';
import { balanceOf } from '../../../app/features/commerce/earnings/earnings.server.ts';
import { rows } from '../sql.ts';

type Known = Balance & { creatorId: number };

/** Every balance, from the whole ledger, one entry at a time, without any checkpoint. */
export const trueBalances = (em: Em) => rows<Known>(em)`
  select creator_id as "creatorId", sum(earned) as "earnedCents", sum(frozen) as "frozenCents",
    sum(paid) as "paidOutCents", sum(earned - frozen - paid) as "availableCents"
  from (
    select e.creator_id, e.amount_cents::bigint as earned, 0::bigint as paid,
      case when exists (select from disputes d where d.payment_id = h.payment_id
          and d.status in ('inquiry', 'open', 'unknown'))
        or exists (select from purchases p join requests r
            on r.content_id = p.content_id and r.requester_id = p.user_id
          where p.id = h.purchase_id and (r.state in ('paid', 'delivered', 'disputed')
            or r.owes_refund and r.refunded_at is null))
      then e.amount_cents else 0 end::bigint as frozen
    from ledger_entries e join charges h on h.id = e.charge_id where e.creator_id is not null
    union all select creator_id, 0, amount_cents, 0 from payouts
  ) movement
  group by 1 having sum(earned) <> 0 or sum(paid) <> 0 order by 5 desc, 1`;

/** The rules about balances that are broken. */
export async function wrongBalances(em: Em): Promise<{ rule: string; id: string }[]> {
  const known = (await trueBalances(em)).map((each) =>
    Object.fromEntries(Object.entries(each).map(([name, value]) => [name, Number(value)])),
  ) as unknown as Known[];
  const wrong: { rule: string; id: string }[] = [];
  const expectSame = (rule: string, id: unknown, found: unknown, expected: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push({ rule, id: String(id) });
  };
  for (const { creatorId, ...amounts } of known) {
    expectSame('a balance is the sum of the ledger', creatorId, await balanceOf(em, creatorId), amounts);
  }
  const listed = (await listOwed({ em })).map(
    ({ creatorId, earnedCents, frozenCents, paidOutCents, availableCents }) => ({
      creatorId,
      earnedCents,
      frozenCents,
      paidOutCents,
      availableCents,
    }),
  );
  expectSame('the list of what is owed is the ledger', 'all', listed, known);
  const two = await listOwed({ em }, 2);
  expectSame(
    'the first of the list are owed the most',
    'two',
    two.map(({ creatorId }) => creatorId),
    known.slice(0, 2).map(({ creatorId }) => creatorId),
  );
  const sums = {
    creators: known.length,
    payable: known.filter(({ availableCents }) => availableCents > 0).length,
    availableCents: known.reduce((sum, { availableCents }) => sum + Math.max(0, availableCents), 0),
  };
  expectSame('the sums over all creators are the ledger', 'all', await sumOwed(em), sums);
  const drift = await compareWithLedger(em, 5);
  return [
    ...wrong,
    ...drift.map((each) => ({ rule: 'a checkpoint is the ledger', id: JSON.stringify(each) })),
  ];
}
