import { writeNotifications } from '../../../app/features/community/follows/new-item.server.ts';
import type { QueuedNotification } from '../../../app/features/core/notifications/event-kinds.ts';
import { lineOf } from '../../../app/features/core/notifications/notification-text.ts';
import { listNotifications } from '../../../app/features/core/notifications/notifications.server.ts';
import type { Viewer } from '../../../app/scope.ts';
import { row } from '../sql.ts';
import type { testWorld } from '../world.ts';

/** Does the worker's part with waiting notifications, by the clock of the test, and reads the results. */
export function testNotifications(world: ReturnType<typeof testWorld>) {
  /** The next job that is due. Only delayed jobs have a name. */
  const next = () =>
    row<{ payload: QueuedNotification }>(world.em())`
      delete from graphile_worker._private_jobs where id = (
        select j.id from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'write-notifications'
        where j.key is null or j.run_at <= ${world.clock.at} order by j.id limit 1)
      returning payload`;

  const all = async (viewer: Viewer, size = 48) =>
    (await listNotifications(world.member(viewer), { size, after: null })).items;

  return {
    /** Writes all notifications that are due. Each job runs as often as it was asked for. */
    async notifyAll({ times = 1 } = {}): Promise<number> {
      let jobs = 0;
      for (let job = await next(); job; job = await next()) {
        jobs += 1;
        for (let time = 0; time < times; time += 1)
          await writeNotifications(world.systemContext(), job.payload);
      }
      return jobs;
    },
    all,
    /** A member's notifications, newest first. */
    texts: async (viewer: Viewer) => (await all(viewer)).map((each) => lineOf(each).text),
    unread: async (viewer: Viewer) =>
      (await all(viewer)).filter(({ isRead }) => !isRead).map((each) => lineOf(each).text),
  };
}
