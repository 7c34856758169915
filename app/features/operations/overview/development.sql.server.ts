import type { RawBuilder } from 'kysely';
import type { Em } from '../../../db/orm.server.ts';
import { float, rows, sql, text } from '../../../db/raw.server.ts';
import {
  entriesSinceCheckpoint,
  ledgerDay,
  ledgerSums,
} from '../../commerce/earnings/balances.sql.server.ts';

export interface Measure {
  table: 'users' | 'content' | 'subscriptions';
  /** An aggregate over the rows that were created on one day. */
  value: RawBuilder<unknown>;
}

/** The measure of each day (UTC) up to `today`, the earliest first; days without rows have 0. */
export const measureDays = (
  em: Em,
  { table, value }: Measure,
  { today, days }: { today: string; days: number },
) =>
  rows(em, { day: text, value: float })`
  select each::date::text as day, coalesce(found.value, 0)::float8 as value
  from generate_series(${today}::date - ${days - 1}::int, ${today}::date, interval '1 day') each
  left join (
    select (created_at at time zone 'utc')::date as day, ${value} as value from ${sql.table(table)}
    where created_at >= (${today}::date - ${days - 1}::int)::timestamp at time zone 'utc' group by 1
  ) found on found.day = each::date
  order by each`;

/** Cents of each day: from the ledger's checkpoint, and from the entries after it (ADR-063). */
export const moneyDays = (
  em: Em,
  measure: 'gross_cents' | 'platform_cents',
  { today, days }: { today: string; days: number },
) =>
  rows(em, { day: text, value: float })`
  select each::date::text as day,
    (coalesce(kept.value, 0) + coalesce(fresh.value, 0))::float8 as value
  from generate_series(${today}::date - ${days - 1}::int, ${today}::date, interval '1 day') each
  left join (select day, ${sql.ref(measure)} as value from ledger_days) kept on kept.day = each::date
  left join (
    select ${ledgerDay} as day, ${ledgerSums[measure]} as value from ${entriesSinceCheckpoint} group by 1
  ) fresh on fresh.day = each::date
  order by each`;
