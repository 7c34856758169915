import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Orm, openOrm } from '../../app/db/orm.server.ts';
import { type Pair, startPair } from '../support/database/standby.ts';
import { ask } from '../support/site/live.ts';
import { startSite } from '../support/site/site.ts';
import { row } from '../support/sql.ts';

/** The built site with a primary and a standby that follows it. */
let pair: Pair;
let primary: Orm;
let site: Awaited<ReturnType<typeof startSite>>;
let item = 0;
let cookies = '';
const password = 'a long enough one';

beforeAll(async () => {
  pair = await startPair();
  const env = {
    DATABASE_URL: pair.primaryUrl,
    DATABASE_REPLICA_URLS: pair.standbyUrl,
    SEED_DEMO: '0',
    SESSION_SECRET: 'a secret of this test, long enough',
    RATE_LIMIT_SCALE: '10000',
  };
  site = await startSite({ env, keepsLog: true });
  primary = await openOrm(pair.primaryUrl);
  const joined = await post('/api/register', {
    firstName: 'Ann',
    lastName: 'Lee',
    username: 'ann',
    email: 'ann@example.com',
    password,
    confirmPassword: password,
  });
  expect(joined.status).toBe(201);
  const made = await row<{ id: number }>(primary.em.fork())`
    insert into content (creator_id, title, category, tier, content_type, status, created_at, published_at)
    select id, 'Knee cut', 'training', 'free', 'image', 'published', now(), now() from users returning id`;
  item = made?.id ?? 0;
}, 120_000);
afterAll(async () => {
  await site?.stop();
  await primary?.close(true);
  await pair?.stop();
}, 60_000);

const get = (path: string, as = '') => ask(site.address, path, { headers: as ? { cookie: as } : {} });

/** Sends a change with the member's cookies and keeps those of its answer, as a browser does. */
async function post(path: string, json: unknown) {
  const answer = await ask(site.address, path, {
    method: 'POST',
    json,
    headers: cookies ? { cookie: cookies } : {},
  });
  const kept = new Map(cookies.split('; ').map((pair) => pair.split(/=(.*)/s) as [string, string]));
  for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    kept.set(name, value);
  }
  cookies = [...kept]
    .filter(([name]) => name)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  return answer;
}

const likes = async (as = '') => (await get(`/api/content/${item}`, as)).json().likes;
const soon = (act: () => Promise<void>) => vi.waitFor(act, { timeout: 60_000, interval: 50 });

test('a member sees their own like while the replica is behind', async () => {
  await soon(async () => expect(await likes()).toBe(0));
  await pair.pauseReplay();
  expect((await post(`/api/content/${item}/like`, {})).status).toBeLessThan(300);
  expect(cookies).toContain('written=');
  expect(await likes(cookies)).toBe(1);
  expect((await get('/api/content', cookies)).json()[0].likes).toBe(1);
  await pair.resumeReplay();
  await soon(async () => expect(await likes()).toBe(1));
});

test('a search, which counts for a limit, and a way of the map come from a replica', async () => {
  for (const path of [
    '/discover?search=knee',
    '/api/content?search=knee',
    '/map/way?from=half+guard&to=back',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
});

test('pages come without a replica, and with one that was away and is back', async () => {
  await pair.stopStandby();
  for (let n = 0; n < 20; n += 1)
    expect((await get(`/discover?search=knee&n=${n}`, cookies)).status).toBe(200);
  await pair.startStandby();
  expect((await get(`/discover?search=knee`, cookies)).text).toContain('Knee cut');
}, 60_000);

test('what members look at comes from the replica, at most some seconds old', async () => {
  let limit = 10;
  const title = async () => {
    // Another address each time, because the last answers are kept.
    limit += 1;
    return (await get(`/api/content?limit=${limit}`, cookies)).json()[0].title;
  };
  let tries = 0;
  await soon(async () => {
    const before = await title();
    tries += 1;
    await pair.pauseReplay();
    await primary.em.fork().transactional(async (em) => {
      // Without the triggers that announce changes.
      await row(em)`set local session_replication_role = 'replica'`;
      await row(em)`update content set title = ${`Knee slice ${tries}`}`;
    });
    const seen = await title();
    if (seen !== before) await pair.resumeReplay();
    expect(seen).toBe(before);
  });
  await soon(async () => expect(await title()).toBe(`Knee slice ${tries}`));
  await pair.resumeReplay();
}, 120_000);
