import { row } from '../../app/db/sql.server.ts';
import type { Told } from '../../app/features/notifications/kinds.ts';
import { lineOf } from '../../app/features/notifications/line.ts';
import { listNotices } from '../../app/features/notifications/notifications.server.ts';
import { writeNotifications } from '../../app/features/notifications/write.server.ts';
import type { Viewer } from '../../app/scope.ts';
import type { testWorld } from './world.ts';

/** Does what the worker would do with what is to be told, by the clock of the test, and reads what came of it. */
export function testNotices(world: ReturnType<typeof testWorld>) {
  /** The next job whose moment has come; only those that wait for a moment have a name. */
  const next = () =>
    row<{ payload: Told }>(world.em())`
      delete from graphile_worker._private_jobs where id = (
        select j.id from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'write-notifications'
        where j.key is null or j.run_at <= ${world.clock.at} order by j.id limit 1)
      returning payload`;

  const all = async (viewer: Viewer, size = 48) =>
    (await listNotices(world.member(viewer), { size, after: null })).items;

  return {
    /** Everything that is due is told; each job as often as asked. */
    async tellAll({ times = 1 } = {}): Promise<number> {
      let jobs = 0;
      for (let job = await next(); job; job = await next()) {
        jobs += 1;
        for (let time = 0; time < times; time += 1) await writeNotifications(world.house(), job.payload);
      }
      return jobs;
    },
    all,
    /** What a member reads, the newest first. */
    texts: async (viewer: Viewer) => (await all(viewer)).map((each) => lineOf(each).text),
    unread: async (viewer: Viewer) =>
      (await all(viewer)).filter(({ isRead }) => !isRead).map((each) => lineOf(each).text),
  };
}
