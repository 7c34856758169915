import type { Em } from '../../../db/orm.server.ts';
import { type RawBuilder, run, sql } from '../../../db/raw.server.ts';

/** One use of an allowance. */
export interface Use {
  key: string;
  at: Date;
  stepSeconds: number;
  perSeconds: number;
}

type Step = Pick<Use, 'stepSeconds' | 'perSeconds'>;

/** Uses one step of each allowance of a list, if it is left, and then changes its row. As a statement, or as the first
 *  part of one that does what is limited: each statement takes a way to the database and a commit.
 *  @param asked selects the keys, each once and in their order, and the moments */
export function allowanceSteps({ stepSeconds, perSeconds }: Step, asked: RawBuilder<unknown>) {
  const step = sql`make_interval(secs => ${stepSeconds})`;
  // `until` says how long the allowance is in use; each use moves it one step, up to a whole period ahead. A new row's
  // `until` is one step after the moment.
  return sql`
    insert into rate_limits as kept (key, until)
    select asked.key, asked.at + ${step} from (${asked}) as asked (key, at)
    on conflict (key) do update
      set until = greatest(kept.until + ${step}, excluded.until)
      where greatest(kept.until + ${step}, excluded.until)
        <= excluded.until - ${step} + make_interval(secs => ${perSeconds}) + interval '1 millisecond'`;
}

const allowanceStep = ({ key, at, ...step }: Use) =>
  allowanceSteps(step, sql`values (${key}::text, ${at}::timestamptz)`);

/** @returns 1, or 0 when the allowance is used up */
export const takeAllowance = (em: Em, use: Use) => run(em)`${allowanceStep(use)}`;
