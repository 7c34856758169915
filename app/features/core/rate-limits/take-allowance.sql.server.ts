import type { Em } from '../../../db/orm.server.ts';
import { run, sql } from '../../../db/raw.server.ts';

/** One use of an allowance. */
export interface Use {
  key: string;
  at: Date;
  stepSeconds: number;
  perSeconds: number;
}

/** Uses one step of an allowance if it is left, and then changes one row. As a statement, or as the first part of one
 *  that does what is limited: each statement takes a way to the database and a commit. */
export const allowanceStep = ({ key, at, stepSeconds, perSeconds }: Use) =>
  // `until` says how long the allowance is in use; each use moves it one step, up to a whole period ahead.
  sql`
    insert into rate_limits as kept (key, until)
    values (${key}, ${at}::timestamptz + make_interval(secs => ${stepSeconds}))
    on conflict (key) do update
      set until = greatest(kept.until, ${at}::timestamptz) + make_interval(secs => ${stepSeconds})
      where greatest(kept.until, ${at}::timestamptz) + make_interval(secs => ${stepSeconds})
        <= ${at}::timestamptz + make_interval(secs => ${perSeconds}) + interval '1 millisecond'`;

/** @returns 1, or 0 when the allowance is used up */
export const takeAllowance = (em: Em, use: Use) => run(em)`${allowanceStep(use)}`;
