import { Logger, runOnce, type TaskList } from 'graphile-worker';
import { describe, expect, test } from 'vitest';
import { testNotifications } from '../../tests/support/people/notifications.ts';
import { row, rows } from '../../tests/support/sql.ts';
import { testWorld } from '../../tests/support/world.ts';
import { enqueueAt, type Work } from '../db/queue.server.ts';
import { setFollow } from '../features/community/follows/follows.server.ts';
import { enqueueCutting } from '../features/core/media/cut-clips.server.ts';
import { opening } from '../features/core/notifications/new-item-opening.server.ts';
import { tasks, timetable } from './tasks.server.ts';

const world = testWorld();
const { texts } = testNotifications(world);
const past = new Date('2026-01-01T00:00:00Z');
const logger = new Logger(() => () => {});

/** Runs all jobs that are due, one after the other. */
const work = (taskList: TaskList) =>
  runOnce({ connectionString: world.database.url, taskList, concurrency: 1, logger });
const retry = () => row(world.em())`update graphile_worker._private_jobs set run_at = now()`;
const left = () => rows(world.em())`select 1 from graphile_worker._private_jobs`;

/** A task whose first run is overtaken by a successor and then fails. @returns the payloads of its runs */
function overtaken<Payload>(task: string, { before, done }: Overtaken<Payload>) {
  const runs: Payload[] = [];
  const list: TaskList = {
    [task]: async (payload) => {
      runs.push(payload as Payload);
      if (runs.length > 1) return done?.(payload as Payload);
      await before();
      throw new Error('Its machine is out of memory');
    },
  };
  return { runs, list };
}
interface Overtaken<Payload> {
  /** Enqueues the successor. */
  before: () => Promise<unknown>;
  done?: (payload: Payload) => Promise<void>;
}

describe('a job that fails after another took over its key', () => {
  test('is tried again, and both have their effect: the openings of items', async () => {
    const [creator, fan] = [
      await world.person({ firstName: 'Bia', lastName: 'Rocha' }),
      await world.person(),
    ];
    await setFollow(world.scope(fan), creator.username, true);
    const publish = (title: string) => world.item({ creator: creator.id, title });
    const [first, second] = [await publish('Knee cut'), await publish('Long step')];
    // In the product both are of one item; two show which of them ran.
    const open = (about: number) =>
      world.em().transactional((em) => {
        const at = past.toISOString();
        const job = { task: 'write-notifications' as const, at: past, name: opening(first) };
        return enqueueAt(em, job, { kind: 'new-item', about, at });
      });
    await open(first);
    const real = tasks({ systemContext: world.systemContext, sandbox: null })['write-notifications'];
    const { runs, list } = overtaken<Work['write-notifications']>('write-notifications', {
      before: () => open(second),
      done: async (payload) => void (await real?.(payload, {} as never)),
    });
    await work(list);
    expect(runs.map(({ about }) => about)).toEqual([first, second]);
    expect(await texts(fan)).toEqual(['Bia Rocha published “Long step”']);
    await retry();
    await work(list);
    expect(await texts(fan)).toEqual(['Bia Rocha published “Knee cut”', 'Bia Rocha published “Long step”']);
    expect(await left()).toEqual([]);
  });

  test('is tried again: the cutting of clips', async () => {
    const ask = () => world.em().transactional((em) => enqueueCutting(em, past));
    await ask();
    const { runs, list } = overtaken('cut-clips', { before: ask });
    await work(list);
    expect(runs).toHaveLength(2);
    await retry();
    await work(list);
    expect(runs).toHaveLength(3);
    expect(await left()).toEqual([]);
  });

  // The same payload each time: the successor does all that is due.
  test.each(timetable)('of the timetable has a successor that runs after it: $task', async (item) => {
    const { jobKey = '', maxAttempts = null } = item.options ?? {};
    const tick = () =>
      row(world.em())`select graphile_worker.add_job(${item.task}, '{}'::json, run_at => ${past}::timestamptz,
        max_attempts => ${maxAttempts}::int, job_key => ${jobKey})`;
    await tick();
    const { runs, list } = overtaken(item.task, { before: tick });
    await work(list);
    expect(runs).toHaveLength(2);
    await row(world.em())`delete from graphile_worker._private_jobs`;
  });
});

test('a job that waits is moved, and its payload replaced', async () => {
  const enqueue = (about: number) =>
    world.em().transactional((em) => {
      const at = past.toISOString();
      const job = { task: 'write-notifications' as const, at: past, name: 'one' };
      return enqueueAt(em, job, { kind: 'new-item', about, at });
    });
  await enqueue(1);
  await enqueue(2);
  expect(
    await rows(world.em())`select payload->>'about' as about from graphile_worker._private_jobs`,
  ).toEqual([{ about: '2' }]);
});
