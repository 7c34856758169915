import { mkdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { paymentIn, testShop } from '../../../../tests/support/money/shop.ts';
import { row } from '../../../../tests/support/sql.ts';
import { enqueue } from '../../../db/queue.server.ts';
import type { Viewer } from '../../../scope.ts';
import { startPurchase } from '../../commerce/purchases/buy.server.ts';
import * as page from './overview.page.tsx';
import { type Figures, notAvailable, statsOf } from './stats.ts';

const shop = testShop();
const { world } = shop;
let admin: Viewer;

beforeAll(async () => {
  admin = await world.person({ isAdmin: true });
  mkdirSync(world.scope().tempDir, { recursive: true });
});

const read = async (): Promise<Figures> => (await world.send(page.loader, admin, '/admin/overview')).json();
const shown = async () =>
  Object.fromEntries(statsOf(await read()).map(([name, figure]) => [name.replace(/ \(.*/, ''), figure]));
const joined = (moment: string) =>
  row(world.em())`insert into users (email, username, first_name, last_name, password_hash, created_at)
    values (${`${moment}@example.com`}, ${`at_${Date.parse(moment)}`}, 'A', 'B', 'x', ${moment})`;

test('a day begins and ends at midnight UTC; it is compared with the thirty days before', async () => {
  await row(world.em())`update users set created_at = '2020-01-01'`;
  for (const moment of [
    '2026-06-01T11:59:59Z',
    '2026-05-31T23:59:59.999Z',
    '2026-05-31T00:00:00Z',
    '2026-05-03T00:00:00Z',
    '2026-05-02T23:59:59Z',
    '2026-04-03T00:00:00Z',
    '2026-04-02T23:59:59Z',
  ]) {
    await joined(moment);
  }
  const { signUps } = await read();
  expect(signUps).toMatchObject({ total: 4, earlier: 2 });
  expect(signUps?.days).toHaveLength(30);
  expect(signUps?.days[0]).toEqual({ day: '2026-05-03', value: 1 });
  expect(signUps?.days.slice(-2)).toEqual([
    { day: '2026-05-31', value: 2 },
    { day: '2026-06-01', value: 1 },
  ]);
});

test('revenue is what was paid, and Summa’s share what is left after refunds', async () => {
  const { item } = await shop.stand(501);
  const { clientSecret } = await startPurchase(world.member(await world.person()), item);
  await world.payments.answer(clientSecret);
  await shop.settled();
  expect(await read()).toMatchObject({ gross: { total: 501 }, platformShare: { total: 250 } });
  const paymentId = paymentIn(clientSecret);
  await world.payments.sandbox.provider.refund({ paymentId, idempotencyKey: `back ${paymentId}` });
  await shop.settled();
  expect(await read()).toMatchObject({ gross: { total: 501 }, platformShare: { total: 0 } });
});

test('plans count while they are in force, paid or given', async () => {
  const before = (await read()).plans ?? { premium: 0, vip: 0 };
  await world.person({ plan: 'premium' });
  const over = await world.person({ plan: 'vip' });
  await row(world.em())`update users set plan_ends_at = '2026-05-31' where id = ${over.id}`;
  const given = await world.person();
  await row(
    world.em(),
  )`update users set gift_plan = 'vip', gift_ends_at = '2026-06-02' where id = ${given.id}`;
  expect((await read()).plans).toEqual({ premium: before.premium + 1, vip: before.vip + 1 });
});

test('failed jobs are named, with the first line of their error', async () => {
  await enqueue(world.em(), 'sweep-views', {}, {});
  expect((await read()).jobs).toEqual({ failing: 0, givenUp: 0, latest: [] });
  await row(world.em())`update graphile_worker._private_jobs set attempts = max_attempts,
    last_error = E'No way to the bank\n at somewhere.ts' where id = (select max(id) from graphile_worker._private_jobs)`;
  expect((await read()).jobs).toMatchObject({
    failing: 1,
    givenUp: 1,
    latest: [{ task: 'sweep-views', error: 'No way to the bank' }],
  });
  expect(await shown()).toMatchObject({ 'Jobs failing': '1', Uploads: '1' });
});

test('used and free storage are shown in bytes', async () => {
  await world.item({ hasPicture: true });
  const { stored, disk } = await read();
  expect(stored?.media).toBe(1000);
  expect(stored?.database).toBeGreaterThan(1_000_000);
  expect(disk?.free).toBeGreaterThan(0);
});

test('a figure that cannot be read says so, and the others are shown', async () => {
  await row(world.em())`alter table report_cases rename to elsewhere`;
  await row(world.em())`alter table media rename column bytes to gone`;
  const figures = await shown();
  await row(world.em())`alter table elsewhere rename to report_cases`;
  await row(world.em())`alter table media rename column gone to bytes`;
  expect(figures).toMatchObject({
    'Open reports': notAvailable,
    'Pictures and videos, as uploaded': notAvailable,
    'Sign-ups': expect.stringMatching(/^\d+$/),
    'Free disk space': expect.stringMatching(/B$/),
  });
  expect(await shown()).toMatchObject({ 'Open reports': '0', 'Requests in dispute': '0' });
});
