import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from './ask.ts';
import { check } from './check.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Experiment, experiments } from './experiments.ts';
import { send } from './http.ts';
import { makeItems, makePeople, type Person } from './people.ts';
import { missingPackages, until } from './processes.ts';
import { startReaders } from './readers.ts';
import { longestPause, startWriters } from './writers.ts';

const missing = missingPackages();
if (missing.length > 0)
  process.stderr.write(`${missing.join(', ')} are missing: the tests of several machines are skipped.\n`);

const rounds = Array.from({ length: Number(process.env.SCALE_ROUNDS ?? 3) }, (_, n) => n + 1);
/** Written line by line, so that an interrupted run shows what it measured. */
const table = 'test-results/scale.jsonl';
const mostPause = 40;

describe.skipIf(missing.length > 0)('on several machines', () => {
  let cluster: Cluster;
  let creator: Person;
  let writers: Person[];
  beforeAll(async () => {
    mkdirSync('test-results', { recursive: true });
    cluster = await startCluster();
    ({ creator, writers } = await makePeople(cluster.databaseUrl, 16));
  }, 400_000);
  afterAll(() => cluster?.stop(), 90_000);

  test('the site answers, over both hosts and the primary', async () => {
    expect((await send(cluster.address, '/discover')).status).toBe(200);
    const who = await send(cluster.address, '/api/user', { cookie: creator.cookie });
    expect([who.status, JSON.parse(who.text).username]).toEqual([200, 'creator']);
    const [{ readOnly } = { readOnly: '' }] = await ask<{ readOnly: boolean }>(
      cluster.databaseUrl,
      'select pg_is_in_recovery() as "readOnly"',
    );
    expect(readOnly).toBe(false);
  });

  test('with standbys that are three seconds late a member always sees their own write', async () => {
    const { free } = await makeItems(cluster.databaseUrl, creator.id, 30);
    const standbys = await cluster.standbys();
    for (const standby of standbys) await standby.delay('3s');
    const countAt = (url: string) =>
      ask<{ n: number }>(url, 'select count(*)::int as n from likes where user_id = $1', [writer?.id]);
    const [writer] = writers;
    let late = 0;
    try {
      for (const [n, id] of free.slice(0, 20).entries()) {
        const liked = await send(cluster.address, `/api/content/${id}/like`, {
          method: 'POST',
          json: {},
          cookie: writer?.cookie ?? '',
        });
        const own = `${writer?.cookie}; ${liked.cookies.join('; ')}`;
        const seen = await send(cluster.address, `/api/content/${id}`, { cookie: own });
        expect([liked.status < 300, JSON.parse(seen.text).likes]).toEqual([true, 1]);
        const counts = await Promise.all(standbys.map(({ url }) => countAt(url)));
        late += counts.filter(([found]) => (found?.n ?? 0) < n + 1).length;
      }
      // Otherwise this test would show nothing.
      expect(late).toBeGreaterThan(20);
    } finally {
      for (const standby of standbys) await standby.delay(null);
    }
  }, 60_000);

  /** Does one experiment under the load of all writers. */
  async function measure({ name, perform }: Experiment, round: number) {
    await cluster.repair();
    const items = await makeItems(cluster.databaseUrl, creator.id, 800);
    const file = join(cluster.folder, 'acknowledged.jsonl');
    const site = cluster.address;
    const writing = startWriters({ site, writers, creator, items, file });
    const reading = startReaders({ site, cookie: creator.cookie, item: items.free[0] ?? 0 });
    const hasResumed = async () => {
      const before = performance.now();
      // Two, because an answer may have been on its way.
      await until('a write', () => writing.moments.filter((at) => at > before + 500).length > 2, 120_000);
    };
    const course = await (async () => {
      try {
        await hasResumed();
        await sleep(3_000);
        const course = await perform(cluster, hasResumed);
        await hasResumed();
        await sleep(2_000);
        return course;
      } finally {
        await Promise.all([writing.finish(), reading.finish()]);
      }
    })();
    await cluster.repair();
    const found = await check(cluster.databaseUrl, file);
    const { from, silence, reads, note } = course;
    const measured = {
      name,
      round,
      note,
      acknowledged: found.acknowledged,
      lost: found.lost,
      twice: found.twice,
      broken: found.broken,
      pauseSeconds: longestPause(writing.moments, from, writing.moments.at(-1) ?? from),
      refused: writing.refused(),
      wrong: [...writing.wrong.map((each) => JSON.stringify(each)), ...reading.wrong],
      inSilence: silence
        ? writing.writes.filter((at) => at > silence[0] && at < silence[1]).length
        : undefined,
      readable: reads && (['member', 'visitor'] as const).map((who) => reading.share(...reads, who)),
    };
    appendFileSync(table, `${JSON.stringify(measured)}\n`);
    return measured;
  }

  describe.each(rounds)('round %i', (round) => {
    test.each(experiments)(
      '$name',
      async (experiment) => {
        const measured = await measure(experiment, round);
        expect(measured.acknowledged).toBeGreaterThan(50);
        expect(measured).toMatchObject({ lost: [], twice: [], broken: [], wrong: [] });
        expect(measured.pauseSeconds).toBeLessThanOrEqual(experiment.mostPause ?? mostPause);
        expect(measured.inSilence ?? 0).toBe(0);
        for (const share of measured.readable ?? []) expect(share).toBeGreaterThan(0.95);
      },
      300_000,
    );
  });

  test('no process of the site ended meanwhile', () => {
    expect(cluster.ended()).toEqual([]);
  });
});
