import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startBalancer } from '../support/site/balancer.ts';
import { type Answer, ask, liveWorld } from '../support/site/live.ts';
import { startSite } from '../support/site/site.ts';
import { row } from '../support/sql.ts';

/** Two hosts that share only the database and the secret; sessions, limits and jobs are in tests/faults/side-by-side. */
const world = liveWorld({ TRUST_PROXY: '1', DRAIN_SECONDS: '4' });
let other: Awaited<ReturnType<typeof startSite>>;
let item = 0;
let creator = '';
beforeAll(async () => {
  // A supervisor, two processes that answer and one with the jobs.
  other = await startSite({ env: { ...world.settings(), WEB_CONCURRENCY: '2' }, keepsLog: true });
  const { id, username } = await world.person();
  creator = username;
  item = await world.item({ creator: id, title: 'Armbar from guard' });
}, 60_000);
afterAll(() => other?.stop(), 30_000);

/** A machine that does other things may take longer than the second; without a notice it would take five. */
const soonMs = 3_000;

const seen = (site: string, path: string) => ask(site, path, { headers: { cookie: 'visit=1' } });

describe('what one host changes', () => {
  test.each([
    ['an item', () => `/content/${item}`, 'Sweep', () => edit('Sweep')],
    ['a list', () => '/discover', 'Triangle', () => edit('Triangle')],
    ['a creator', () => `/creators/${creator}`, 'Omoplata', () => edit('Omoplata')],
  ])('is seen on pages that the other one keeps within a second: %s', async (_what, path, title, change) => {
    // Both keep the page from now on, for five seconds.
    for (const site of [world.site.address, other.address])
      for (let turn = 0; turn < 2; turn += 1) expect((await seen(site, path())).text).not.toContain(title);
    await change();
    await vi.waitFor(
      async () => {
        for (const site of [other.address, world.site.address])
          expect((await seen(site, path())).text).toContain(title);
      },
      { timeout: soonMs, interval: 20 },
    );
  });

  test('a like by a member at one host is counted on the page that the other one keeps', async () => {
    const likes = async (site: string) => {
      const { text } = await seen(site, `/content/${item}`);
      return Number(/data-of="\/content\/\d+\/like" data-count="(\d+)"/.exec(text)?.[1]);
    };
    const before = await likes(other.address);
    expect(before).toBe(0);
    const as = await world.signIn(await world.person());
    const answer = await world.ask(`/api/content/${item}/like`, {
      method: 'POST',
      json: { liked: true },
      as,
    });
    expect(answer.status).toBe(200);
    await vi.waitFor(async () => expect(await likes(other.address)).toBe(1), {
      timeout: soonMs,
      interval: 20,
    });
  });

  async function edit(title: string) {
    await row(world.em())`update content set title = ${title} where id = ${item}`;
  }
});

test('a view is counted once for each visitor, whichever host shows the page', async () => {
  const views = async () =>
    (
      await row<{ views: number }>(
        world.em(),
      )`select views::int from content_stats where content_id = ${item}`
    )?.views ?? 0;
  await sleep(2_000);
  const before = await views();
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  for (const visitor of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
    for (const site of [world.site.address, other.address, world.site.address])
      await ask(site, `/content/${item}`, {
        headers: { cookie: 'visit=1', 'user-agent': agent, 'x-forwarded-for': visitor },
      });
  await vi.waitFor(async () => expect(await views()).toBe(before + 3), { timeout: 30_000 });
  await sleep(1_500);
  expect(await views()).toBe(before + 3);
});

test('hosts are restarted one after the other under load, and no request fails', async () => {
  const balancer = await startBalancer([world.site.address, other.address]);
  const likers = await Promise.all(Array.from({ length: 3 }, async () => world.signIn(await world.person())));
  let goesOn = true;
  const outcomes = new Map<string, number>();
  const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const send = (asked: Promise<Answer>) =>
    asked.then(
      ({ status }) => note(String(status)),
      (error: NodeJS.ErrnoException) => note(error.code ?? error.message),
    );
  const paths = ['/discover', `/content/${item}`, '/', '/creators', '/api/content'];
  const load = [
    ...Array.from({ length: 6 }, async (_, n) => {
      for (let turn = 0; goesOn; turn += 1) await send(seen(balancer.address, paths[(n + turn) % 5] ?? '/'));
    }),
    ...likers.map(async (as) => {
      for (let turn = 0; goesOn; turn += 1) {
        const json = { liked: turn % 2 === 0 };
        await send(ask(balancer.address, `/api/content/${item}/like`, { method: 'POST', json, as }));
        await sleep(20);
      }
    }),
  ];
  await sleep(1_500);
  let last = other;
  for (const leaving of [other, world.site]) {
    const before = balancer.passedTo(leaving.address);
    expect(before).toBeGreaterThan(0);
    await balancer.nextCheck();
    const ended = leaving.stop();
    await vi.waitFor(async () => expect((await ask(leaving.address, '/readyz')).status).toBe(503), 30_000);
    await ended;
    last = await startSite({ env: world.settings(), keepsLog: true });
    balancer.replace(leaving.address, last.address);
    await vi.waitFor(() => expect(balancer.passedTo(last.address)).toBeGreaterThan(10), 60_000);
    if (leaving === other) other = last;
  }
  goesOn = false;
  await Promise.all(load);
  await balancer.stop();
  await last.stop();
  expect([...outcomes.keys()]).toEqual(['200']);
  expect(outcomes.get('200')).toBeGreaterThan(200);
}, 120_000);
