import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { day, float, int, nullable, row, rows, run } from '../../../db/raw.server.ts';
import { ledgerDay, ledgerSums } from './balances.sql.server.ts';

const ends = { entries: int, payouts: int };

/** The last entry and the last payout that are written and seen. */
export const lastMovements = (em: Em) =>
  row(em, ends)`
  select coalesce((select max(id) from ledger_entries), 0) as entries,
    coalesce((select max(id) from payouts), 0) as payouts`;

export const readHorizon = (em: Em) =>
  db(em)
    .selectFrom('ledger_horizon')
    .select(['entries_until as entries', 'payouts_until as payouts'])
    .executeTakeFirstOrThrow();

/** Waits until no transaction that writes to the ledger is open, and keeps new ones from beginning. An id is given by
 *  the insert, so that an unseen entry with a lower id cannot exist while the lock is held. */
export const lockMovements = (em: Em) => run(em)`lock table ledger_entries, payouts in share mode`;

/** Gives up soon, because what writes to the ledger waits for this transaction. */
export const setShortLockTimeout = (em: Em) => run(em)`set local lock_timeout = '300ms'`;

/** Where a span of so many entries and payouts ends, at most at `settled`. Ids may have gaps of any size. */
export const endOfSpan = (em: Em, after: Span['after'], settled: Span['until'], size: number) =>
  row(em, ends)`
  select
    least(${settled.entries}::bigint, (select id from ledger_entries where id > ${after.entries}
      order by id offset ${size - 1} limit 1)) as entries,
    least(${settled.payouts}::bigint, (select id from payouts where id > ${after.payouts}
      order by id offset ${size - 1} limit 1))::bigint as payouts`;

interface Span {
  after: { entries: number; payouts: number };
  until: { entries: number; payouts: number };
}

/** Adds the movements of a span to the checkpoints and days. The caller keeps others from doing so at once. */
export async function addSpan(em: Em, { after, until }: Span): Promise<void> {
  await run(em)`
    insert into ledger_checkpoints as c (creator_id, earned_cents, paid_cents)
    select creator_id, sum(earned), sum(paid) from (
      select creator_id, amount_cents as earned, 0 as paid from ledger_entries
      where id > ${after.entries} and id <= ${until.entries} and creator_id is not null
      union all
      select creator_id, 0, amount_cents from payouts where id > ${after.payouts} and id <= ${until.payouts}
    ) moved
    group by creator_id order by creator_id
    on conflict (creator_id) do update set earned_cents = c.earned_cents + excluded.earned_cents,
      paid_cents = c.paid_cents + excluded.paid_cents`;
  await run(em)`
    insert into ledger_days as d (day, gross_cents, platform_cents)
    select ${ledgerDay}, ${ledgerSums.gross_cents}, ${ledgerSums.platform_cents} from ledger_entries e
    where id > ${after.entries} and id <= ${until.entries} group by 1 order by 1
    on conflict (day) do update set gross_cents = d.gross_cents + excluded.gross_cents,
      platform_cents = d.platform_cents + excluded.platform_cents`;
  await run(em)`
    update ledger_horizon set entries_until = ${until.entries}, payouts_until = ${until.payouts},
      (creators, payable, owed_cents) = (
        select count(*) filter (where earned_cents <> 0 or paid_cents <> 0),
          count(*) filter (where earned_cents > paid_cents),
          coalesce(sum(earned_cents - paid_cents) filter (where earned_cents > paid_cents), 0)
        from ledger_checkpoints)`;
}

/** Empties the checkpoints, so that all balances are read from the ledger alone. */
export async function dropCheckpoints(em: Em): Promise<void> {
  await db(em).deleteFrom('ledger_checkpoints').execute();
  await db(em).deleteFrom('ledger_days').execute();
  const none = { entries_until: 0, payouts_until: 0, creators: 0, payable: 0, owed_cents: 0 };
  await db(em).updateTable('ledger_horizon').set(none).execute();
}

const drift = { creatorId: nullable(int), day: nullable(day), cents: float };

/** Adds up the whole ledger up to the horizon. @returns checkpoints and days that say another sum, and by how much */
export const compareWithLedger = (em: Em, most: number) =>
  rows(em, drift)`
  with kept as (
    select creator_id, null::date as day, earned_cents as one, paid_cents as other from ledger_checkpoints
    union all select null, day, gross_cents, platform_cents from ledger_days
  ), added as (
    select creator_id, null::date as day, sum(earned) as one, sum(paid) as other from (
      select creator_id, amount_cents as earned, 0 as paid from ledger_entries, ledger_horizon
      where id <= entries_until and creator_id is not null
      union all select creator_id, 0, amount_cents from payouts, ledger_horizon where id <= payouts_until
    ) moved group by 1
    union all
    select null, ${ledgerDay}, ${ledgerSums.gross_cents}, ${ledgerSums.platform_cents} from ledger_entries e, ledger_horizon
    where id <= entries_until group by 2
  )
  select creator_id as "creatorId", day, (sum(abs(one)) + sum(abs(other)))::float8 as cents
  from (
    select creator_id, day, sum(one) as one, sum(other) as other from (
      select * from kept union all select creator_id, day, -one, -other from added
    ) both_sides group by 1, 2
  ) difference
  where one <> 0 or other <> 0 group by 1, 2 order by 1, 2 limit ${most}`;
