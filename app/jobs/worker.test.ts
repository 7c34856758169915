import { afterEach, expect, test, vi } from 'vitest';
import { testShop } from '../../tests/support/money/shop.ts';
import { failingDatabase } from '../../tests/support/site/failing-database.ts';
import { row, rows } from '../../tests/support/sql.ts';
import { enqueue } from '../db/queue.server.ts';
import { startPurchase } from '../features/commerce/purchases/buy.server.ts';
import { log } from '../http/telemetry/log.server.ts';
import { tasks, timetable } from './tasks.server.ts';
import { startWorker, type Worker } from './worker.server.ts';

const shop = testShop();
const { world, stand, statesOf } = shop;
let worker: Worker | null = null;
afterEach(async () => {
  await worker?.stop();
  worker = null;
});

const start = () => {
  worker = startWorker({
    url: world.database.url,
    systemContext: world.systemContext,
    sandbox: world.payments.sandbox,
    pollInterval: 200,
    pauseMs: 100,
  });
};

test('the worker processes a stored event as soon as it is committed', async () => {
  const { item, asBuyer } = await stand();
  const { clientSecret } = await startPurchase(asBuyer(), item);
  await world.payments.answer(clientSecret);
  start();
  await world.payments.arrive();
  await expect.poll(() => statesOf(item)).toEqual(['paid']);
});

test('work that was enqueued in a failed transaction is never done', async () => {
  await world
    .em()
    .transactional(async (em) => {
      await enqueue(em, 'provider-event', { id: 'evt_undone' });
      throw new Error('changed my mind');
    })
    .catch(() => {});
  expect(
    await rows(world.em())`select 1 from graphile_worker._private_jobs where payload->>'id' = 'evt_undone'`,
  ).toEqual([]);
});

test('two workers share the work, and a stop lets it finish', async () => {
  const sold = await Promise.all([1, 2, 3].map(() => stand()));
  for (const { item, asBuyer } of sold) {
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.payments.answer(clientSecret);
  }
  start();
  const second = startWorker({
    url: world.database.url,
    systemContext: world.systemContext,
    sandbox: null,
    pollInterval: 200,
  });
  await world.payments.arrive();
  for (const { item } of sold) {
    await expect.poll(() => statesOf(item)).toEqual(['paid']);
  }
  await second.stop();
});

test('a worker whose connections the database cuts goes on when it is back', async () => {
  const { item, asBuyer } = await stand();
  start();
  const { clientSecret } = await startPurchase(asBuyer(), item);
  await world.payments.answer(clientSecret);
  const own = () => rows<{ pid: number; isListening: boolean }>(world.em())`
    select pid, query like 'LISTEN%' as "isListening" from pg_stat_activity
    where application_name = 'summa jobs' and datname = current_database()`;
  // Cut while it waits for jobs: interrupted jobs are left to the reconciler.
  await expect.poll(async () => (await own()).some(({ isListening }) => isListening)).toBe(true);
  for (const { pid } of await own()) await row(world.em())`select pg_terminate_backend(${pid}, 30000)`;
  await world.payments.arrive();
  await expect.poll(() => statesOf(item)).toEqual(['paid']);
});

/** An email whose sending begins and ends when the test says so. */
async function heldMail(url: string, options: Partial<Parameters<typeof startWorker>[0]> = {}) {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sent: string[] = [];
  const send = async ({ to }: { to: string }) => {
    sent.push(to);
    begun.resolve();
    await end.promise;
  };
  const systemContext = () => ({ ...world.systemContext(), mail: { ...world.systemContext().mail, send } });
  worker = startWorker({ url, systemContext, sandbox: null, pollInterval: 50, pauseMs: 1, ...options });
  await enqueue(world.em(), 'send-mail', {
    id: 'held',
    to: 'ana@example.com',
    subject: 'Hello',
    text: 'Hello',
  });
  await begun.promise;
  return { sent, end: end.resolve };
}
const held = () =>
  rows<{ isLocked: boolean }>(world.em())`
    select locked_at is not null as "isLocked" from graphile_worker._private_jobs where payload->>'id' = 'held'`;

test('a job whose end cannot be written, because the database died, is done again and not locked for hours', async () => {
  const between = await failingDatabase(world.database.url);
  const error = vi.spyOn(log, 'error').mockReturnValue(undefined);
  try {
    const { sent, end } = await heldMail(between.url);
    await between.becomes('gone');
    end();
    // Handled by the worker: a rejection that nobody handles fails this test.
    await vi.waitFor(() => expect(String(error.mock.calls)).toContain('Failed to complete jobs'), 10_000);
    await between.becomes('none');
    await vi.waitFor(async () => expect(await held()).toEqual([]), 20_000);
    expect(sent).toEqual(['ana@example.com', 'ana@example.com']);
  } finally {
    await worker?.stop();
    worker = null;
    error.mockRestore();
    await between.close();
  }
});

test('a stop does not wait for a job without end; another worker may take it', async () => {
  const { end } = await heldMail(world.database.url, { mostStopMs: 1 });
  expect(await held()).toEqual([{ isLocked: true }]);
  await worker?.stop();
  worker = null;
  expect(await held()).toEqual([{ isLocked: false }]);
  end();
  await row(world.em())`delete from graphile_worker._private_jobs where payload->>'id' = 'held'`;
});

test('every scheduled job is in the list, and old views are deleted', async () => {
  const list = tasks({ systemContext: world.systemContext, sandbox: null });
  expect(timetable.map(({ task }) => task).filter((task) => !(task in list))).toEqual([]);
  const item = await world.item();
  for (const [day, viewer] of [
    ['2026-05-29', 'old'],
    ['2026-06-01', 'new'],
  ]) {
    await row(
      world.em(),
    )`insert into content_views (content_id, viewer, day) values (${item}, ${viewer}, ${day}::date)`;
  }
  world.clock.at = new Date('2026-06-01T12:00:00Z');
  await list['sweep-views']?.({} as never, {} as never);
  expect(await rows(world.em())`select viewer from content_views where content_id = ${item}`).toEqual([
    { viewer: 'new' },
  ]);
});
