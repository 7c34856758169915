import type { Em } from '../../../db/orm.server.ts';
import { int, type RowOf, rows, text } from '../../../db/raw.server.ts';

const job = { id: text, task: text, attempts: int, mostAttempts: int, error: text };
export type FailingJob = RowOf<typeof job>;

/** The latest jobs that failed, each with the totals of all. The table is the queue's, not ours. */
export const latestFailingJobs = (em: Em, most: number) =>
  rows(em, { ...job, failing: int, givenUp: int })`
  select id::text, task_identifier as task, attempts::int, max_attempts::int as "mostAttempts",
    left(split_part(last_error, E'\n', 1), 200) as error, (count(*) over ())::int as failing,
    (count(*) filter (where attempts >= max_attempts) over ())::int as "givenUp"
  from graphile_worker.jobs where last_error is not null order by updated_at desc, id desc limit ${most}`;
