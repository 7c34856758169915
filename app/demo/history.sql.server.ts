import type { Em } from '../db/orm.server.ts';
import { run } from '../db/raw.server.ts';

/** Ends the queued notifications and emails about what happened long ago: they were read then. */
export const forgetOldNews = (em: Em) =>
  run(em)`
    select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
      where task_identifier in ('write-notifications', 'request-emails', 'send-mail')))`;

/** Forgets the sandbox's events: the demo has done what they announce. */
export const forgetSandboxEvents = (em: Em) => run(em)`delete from sandbox.event`;
