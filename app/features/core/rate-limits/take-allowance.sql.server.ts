import type { Em } from '../../../db/orm.server.ts';
import { run } from '../../../db/raw.server.ts';

interface Use {
  key: string;
  at: Date;
  stepSeconds: number;
  perSeconds: number;
}

/** Uses one step of an allowance if it is left. @returns 1, or 0 when the allowance is used up */
export const takeAllowance = (em: Em, { key, at, stepSeconds, perSeconds }: Use) =>
  // `until` says how long the allowance is in use; each use moves it one step, up to a whole period ahead.
  run(em)`
    insert into rate_limits as kept (key, until)
    values (${key}, ${at}::timestamptz + make_interval(secs => ${stepSeconds}))
    on conflict (key) do update
      set until = greatest(kept.until, ${at}::timestamptz) + make_interval(secs => ${stepSeconds})
      where greatest(kept.until, ${at}::timestamptz) + make_interval(secs => ${stepSeconds})
        <= ${at}::timestamptz + make_interval(secs => ${perSeconds}) + interval '1 millisecond'`;
