import { statfs } from 'node:fs/promises';
import { db, sql } from '../../../db/kysely.server.ts';
import type { AdminScope } from '../../../scope.ts';
import { planInForce } from '../../identity/accounts/plan-in-force.server.ts';
import { type Measure, measureDays, moneyDays } from './development.sql.server.ts';
import { type FailingJob, latestFailingJobs } from './failing-jobs.sql.server.ts';
import { shownDays } from './shown-days.ts';

type Asking = Pick<AdminScope, 'em' | 'now'>;

const spanDays = 2 * shownDays;

export interface Development {
  days: { day: string; value: number }[];
  total: number;
  earlier: number;
}

export const signUps = (scope: Asking) => development(scope, { table: 'users', value: sql`count(*)` });

export const uploads = (scope: Asking) => development(scope, { table: 'content', value: sql`count(*)` });

export const newPlans = (scope: Asking) =>
  development(scope, {
    table: 'subscriptions',
    value: sql`count(*) filter (where period_start is not null)`,
  });

export const gross = (scope: Asking) => money(scope, 'gross_cents');

/** Cents that stay with Summa; a refund counts on its own day. */
export const platformShare = (scope: Asking) => money(scope, 'platform_cents');

const development = ({ em, now }: Asking, measure: Measure) =>
  measureDays(em, measure, spanTo(now())).then(compared);
const money = ({ em, now }: Asking, measure: 'gross_cents' | 'platform_cents') =>
  moneyDays(em, measure, spanTo(now())).then(compared);

const spanTo = (now: Date) => ({ today: now.toISOString().slice(0, 10), days: spanDays });

function compared(days: { day: string; value: number }[]): Development {
  const sum = (part: typeof days) => part.reduce((total, day) => total + day.value, 0);
  const shown = days.slice(-shownDays);
  return { days: shown, total: sum(shown), earlier: sum(days.slice(0, -shownDays)) };
}

/** Members who have a plan now, paid or given. */
export async function activePlans({ em, now }: Asking): Promise<{ premium: number; vip: number }> {
  const held = db(em)
    .selectFrom('users as u')
    .select(planInForce(now()).as('plan'))
    .where(({ or, eb }) => or([eb('u.plan', '<>', 'free'), eb('u.gift_plan', 'is not', null)]));
  return db(em)
    .selectFrom(held.as('held'))
    .select([
      sql<number>`(count(*) filter (where plan = 'premium'))::int`.as('premium'),
      sql<number>`(count(*) filter (where plan = 'vip'))::int`.as('vip'),
    ])
    .executeTakeFirstOrThrow();
}

const jobsShown = 10;

/** Jobs that failed: totals, and the latest by name. After its last try a job is not retried. */
export async function failingJobs({
  em,
}: Asking): Promise<{ failing: number; givenUp: number; latest: FailingJob[] }> {
  const latest = await latestFailingJobs(em, jobsShown);
  const { failing = 0, givenUp = 0 } = latest[0] ?? {};
  return { failing, givenUp, latest: latest.map(({ failing: _, givenUp: __, ...job }) => job) };
}

/** Bytes of all originals, and of the database with its indexes. */
export async function storedBytes({ em }: Asking): Promise<{ media: number; database: number }> {
  return db(em)
    .selectFrom('media')
    .select([
      sql<number>`coalesce(sum(bytes), 0)::float8`.as('media'),
      sql<number>`pg_database_size(current_database())::float8`.as('database'),
    ])
    .where('status', '<>', 'removed')
    .executeTakeFirstOrThrow();
}

/** Free and total bytes of the disk with the site's files. */
export async function diskSpace({ tempDir }: Pick<AdminScope, 'tempDir'>) {
  const { bavail, blocks, bsize } = await statfs(tempDir);
  return { free: bavail * bsize, whole: blocks * bsize };
}
