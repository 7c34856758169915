import type { Em } from './orm.server.ts';
import { run } from './raw.server.ts';

/** Adds one job for each payload, in one statement. With a key, the job that waits under it is moved and gets the payload
 *  instead; `freeKey` comes first. */
export const addJobs = (
  em: Em,
  task: string,
  payloads: readonly object[],
  { at = null, name = null }: { at?: Date | null; name?: string | null } = {},
) =>
  run(em)`
    select graphile_worker.add_job(${task}::text, payload, run_at => ${at}::timestamptz, job_key => ${name}::text)
    from json_array_elements(${JSON.stringify(payloads)}::json) payload`;

/** Takes the key from a job that runs, so that another can have it: graphile-worker would also take all its tries, and it
 *  would be forgotten if it then failed (ADR-093). Touching a job that waits keeps workers from starting it before the
 *  transaction ends. */
export const freeKey = (em: Em, name: string) =>
  run(em)`
    update graphile_worker._private_jobs set key = case when locked_at is null then key end where key = ${name}`;

/** Moves a waiting job to another moment. A job that is missing or already running is not changed. */
export const moveJob = (em: Em, { name, at }: { name: string; at: Date }) =>
  run(em)`
    select graphile_worker.reschedule_jobs(array[id], run_at => ${at}::timestamptz)
    from graphile_worker.jobs where key = ${name}`;
