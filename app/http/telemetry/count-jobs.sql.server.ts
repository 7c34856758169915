import type { Em } from '../../db/orm.server.ts';
import { int, row } from '../../db/raw.server.ts';

export const countJobs = (em: Em) =>
  row(em, { waiting: int, failing: int, lost: int })`
    select count(*) filter (where attempts = 0)::int as waiting,
      count(*) filter (where attempts > 0 and attempts < max_attempts)::int as failing,
      count(*) filter (where attempts >= max_attempts)::int as lost
    from graphile_worker._private_jobs`;
