import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Asked, liveWorld } from '../support/site/live.ts';
import { row } from '../support/sql.ts';

/** Each person counts once, however the page was answered and by whichever process. */
const world = liveWorld({ WEB_CONCURRENCY: '2', TRUST_PROXY: '1' });
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let network = 0;
/** A visitor from an address that no other visitor has. */
function visitor() {
  network += 1;
  return {
    accept: 'text/html',
    cookie: 'visit=1',
    'accept-encoding': 'br',
    'user-agent': browser,
    'x-forwarded-for': `203.0.113.${network}`,
  };
}

async function viewsOf(id: number) {
  const found = await row<{ views: number }>(world.em())`
    select views from content_stats where content_id = ${id}`;
  return found?.views ?? 0;
}

/** Waits for this number of views, and then a moment longer, in which none may be added. */
async function becomes(id: number, views: number) {
  await vi.waitFor(async () => expect(await viewsOf(id)).toBe(views), { timeout: 15_000, interval: 100 });
  await new Promise((done) => setTimeout(done, 2_500));
  expect(await viewsOf(id)).toBe(views);
}

let id = 0;
let creator = { cookie: '', id: 0 };
const open = (headers: Record<string, string>, asked: Asked = {}) =>
  world.ask(`/content/${id}`, { ...asked, headers: { ...headers } });

beforeAll(async () => {
  const person = await world.person();
  creator = { cookie: await world.signIn(person), id: person.id };
});

/** Sends a page to both processes: enough connections for each to get some. */
const warm = (headers: Record<string, string>) =>
  Promise.all(Array.from({ length: 12 }, () => open(headers)));

describe('views', () => {
  test('are counted by person when the page was rendered, cached, or known already', async () => {
    id = await world.item({ creator: creator.id });
    const people = Array.from({ length: 10 }, visitor);
    const [first] = await Promise.all(people.map((headers) => open(headers)));
    const known = { 'if-none-match': first?.header('etag') ?? '' };
    const statuses = new Set<number>();
    for (const headers of people) {
      for (const more of [{}, known, { 'accept-encoding': 'identity' }])
        statuses.add((await open({ ...headers, ...more })).status);
    }
    expect([...statuses].toSorted()).toEqual([200, 304]);
    await becomes(id, 10);
  });

  test('are counted of visitors who only get cached pages, each once', async () => {
    id = await world.item({ creator: creator.id });
    const [robot, ...people] = Array.from({ length: 21 }, visitor);
    const etag = (await warm({ ...robot, 'user-agent': 'Googlebot/2.1' }))[0]?.header('etag') ?? '';
    expect(etag).not.toBe('');
    await Promise.all(people.slice(0, 10).flatMap((headers) => [open(headers), open(headers)]));
    await Promise.all(people.slice(10).map((headers) => open({ ...headers, 'if-none-match': etag })));
    await becomes(id, 20);
  });

  test('distinguish two user agents at one address, and count a member once, from any address', async () => {
    id = await world.item({ creator: creator.id });
    const one = visitor();
    const member = await world.signIn(await world.person());
    await warm(one);
    await warm({ ...one, 'user-agent': `${browser} Other/1` });
    for (const headers of [visitor(), visitor()]) await open(headers, { as: member });
    await becomes(id, 3);
  });

  test('are not counted for HEAD, a prefetch, robots and the creator', async () => {
    id = await world.item({ creator: creator.id });
    for (let twice = 0; twice < 2; twice += 1) {
      await warm({ ...visitor(), 'sec-purpose': 'prefetch' });
      await open(visitor(), { method: 'HEAD' });
      await warm({ ...visitor(), 'user-agent': 'Googlebot/2.1' });
      await warm({ ...visitor(), 'user-agent': '' });
      await open(visitor(), { as: creator.cookie });
    }
    await becomes(id, 0);
  });
});
