import type { Em } from './orm.server.ts';
import { run } from './raw.server.ts';

/** Adds one job for each payload, in one statement. */
export const addJobs = (em: Em, task: string, payloads: readonly object[]) =>
  run(em)`
    select graphile_worker.add_job(${task}::text, payload)
    from json_array_elements(${JSON.stringify(payloads)}::json) payload`;

/** Adds a job under a key, or moves the one that waits under it and replaces its payload. One that runs under it stays
 *  a job of its own: it gives up the key first, because graphile-worker would take all its tries, and it would be
 *  forgotten if it then failed (ADR-093). */
export async function addJobAt(
  em: Em,
  { task, at, name }: { task: string; at: Date; name: string },
  payload: object,
): Promise<void> {
  // Touching a job that waits keeps workers from starting it before the next statement.
  await run(em)`
    update graphile_worker._private_jobs set key = case when locked_at is null then key end where key = ${name}`;
  await run(em)`
    select graphile_worker.add_job(${task}::text, ${JSON.stringify(payload)}::json, run_at => ${at}::timestamptz,
      job_key => ${name})`;
}

/** Moves a waiting job to another moment. A job that is missing or already running is not changed. */
export const moveJob = (em: Em, { name, at }: { name: string; at: Date }) =>
  run(em)`
    select graphile_worker.reschedule_jobs(array[id], run_at => ${at}::timestamptz)
    from graphile_worker.jobs where key = ${name}`;
