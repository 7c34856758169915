import { statfs } from 'node:fs/promises';
import type { RawBuilder } from 'kysely';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import type { AdminScope } from '../../../scope.ts';
import { planInForce } from '../../identity/accounts/plan-in-force.server.ts';
import { shownDays } from './shown-days.ts';

type Asking = Pick<AdminScope, 'em' | 'now'>;

const spanDays = 2 * shownDays;

export interface Development {
  days: { day: string; value: number }[];
  total: number;
  earlier: number;
}

export const signUps = (scope: Asking) => development(scope, 'users', fragment`count(*)`);

export const uploads = (scope: Asking) => development(scope, 'content', fragment`count(*)`);

export const newPlans = (scope: Asking) =>
  development(scope, 'subscriptions', fragment`count(*) filter (where period_start is not null)`);

export const gross = (scope: Asking) =>
  development(
    scope,
    'ledger_entries',
    fragment`coalesce(sum(amount_cents) filter (where kind in ('sale', 'plan')), 0)`,
  );

/** Cents that stay with Summa; a refund counts on its own day. */
export const platformShare = (scope: Asking) =>
  development(
    scope,
    'ledger_entries',
    fragment`coalesce(sum(amount_cents) filter (where account = 'platform'), 0)`,
  );

async function development(
  { em, now }: Asking,
  table: string,
  value: RawBuilder<unknown>,
): Promise<Development> {
  const today = now().toISOString().slice(0, 10);
  const days = await rows<{ day: string; value: number }>(em)`
    select each::date::text as day, coalesce(found.value, 0)::float8 as value
    from generate_series(${today}::date - ${spanDays - 1}::int, ${today}::date, interval '1 day') each
    left join (
      select (created_at at time zone 'utc')::date as day, ${value} as value from ${fragment.table(table)}
      where created_at >= (${today}::date - ${spanDays - 1}::int)::timestamp at time zone 'utc' group by 1
    ) found on found.day = each::date
    order by each`;
  const sum = (part: typeof days) => part.reduce((total, day) => total + day.value, 0);
  const shown = days.slice(-shownDays);
  return { days: shown, total: sum(shown), earlier: sum(days.slice(0, -shownDays)) };
}

/** Members who have a plan now, paid or given. */
export async function activePlans({ em, now }: Asking): Promise<{ premium: number; vip: number }> {
  const found = await row<{ premium: number; vip: number }>(em)`
    select (count(*) filter (where plan = 'premium'))::int as premium,
      (count(*) filter (where plan = 'vip'))::int as vip
    from (
      select ${planInForce(now())} as plan from users u where plan <> 'free' or gift_plan is not null
    ) held`;
  return found ?? { premium: 0, vip: 0 };
}

export interface FailingJob {
  id: string;
  task: string;
  attempts: number;
  mostAttempts: number;
  error: string;
}

const jobsShown = 10;

/** Jobs that failed: totals, and the latest by name. After its last try a job is not retried. */
export async function failingJobs({
  em,
}: Asking): Promise<{ failing: number; givenUp: number; latest: FailingJob[] }> {
  const latest = await rows<FailingJob & { failing: number; givenUp: number }>(em)`
    select id::text, task_identifier as task, attempts::int, max_attempts::int as "mostAttempts",
      left(split_part(last_error, E'\n', 1), 200) as error, (count(*) over ())::int as failing,
      (count(*) filter (where attempts >= max_attempts) over ())::int as "givenUp"
    from graphile_worker.jobs where last_error is not null order by updated_at desc, id desc limit ${jobsShown}`;
  const { failing = 0, givenUp = 0 } = latest[0] ?? {};
  return { failing, givenUp, latest: latest.map(({ failing: _, givenUp: __, ...job }) => job) };
}

/** Bytes of all originals, and of the database with its indexes. */
export async function storedBytes({ em }: Asking): Promise<{ media: number; database: number }> {
  const found = await row<{ media: number; database: number }>(em)`
    select coalesce(sum(bytes), 0)::float8 as media,
      pg_database_size(current_database())::float8 as database
    from media where status <> 'removed'`;
  return found ?? { media: 0, database: 0 };
}

/** Free and total bytes of the disk with the site's files. */
export async function diskSpace({ tempDir }: Pick<AdminScope, 'tempDir'>) {
  const { bavail, blocks, bsize } = await statfs(tempDir);
  return { free: bavail * bsize, whole: blocks * bsize };
}
