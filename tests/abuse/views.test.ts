import { beforeAll, describe, expect, test } from 'vitest';
import { type Asked, liveWorld } from '../support/site/live.ts';
import { rows } from '../support/sql.ts';

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

let creator = { cookie: '', id: 0 };
const open = (id: number, headers: Record<string, string>, asked: Asked = {}) =>
  world.ask(`/content/${id}`, { ...asked, headers });

/** Sends a page to both processes: enough connections for each to get some. */
const warm = (id: number, headers: Record<string, string>) =>
  Promise.all(Array.from({ length: 12 }, () => open(id, headers)));

/** Ways of opening an item, and how many views they are. */
const scenes: [what: string, views: number, play: (id: number) => Promise<unknown>][] = [
  [
    'are counted by person when the page was rendered, cached, or known already',
    10,
    async (id) => {
      const people = Array.from({ length: 10 }, visitor);
      const [first] = await Promise.all(people.map((headers) => open(id, headers)));
      const known = { 'if-none-match': first?.header('etag') ?? '' };
      const statuses = new Set<number>();
      for (const headers of people) {
        for (const more of [{}, known, { 'accept-encoding': 'identity' }])
          statuses.add((await open(id, { ...headers, ...more })).status);
      }
      expect([...statuses].toSorted()).toEqual([200, 304]);
    },
  ],
  [
    'are counted of visitors who only get cached pages, each once',
    20,
    async (id) => {
      const [robot, ...people] = Array.from({ length: 21 }, visitor);
      const etag = (await warm(id, { ...robot, 'user-agent': 'Googlebot/2.1' }))[0]?.header('etag') ?? '';
      expect(etag).not.toBe('');
      await Promise.all(people.slice(0, 10).flatMap((headers) => [open(id, headers), open(id, headers)]));
      await Promise.all(people.slice(10).map((headers) => open(id, { ...headers, 'if-none-match': etag })));
    },
  ],
  [
    'distinguish two user agents at one address, and count a member once, from any address',
    3,
    async (id) => {
      const one = visitor();
      const member = await world.signIn(await world.person());
      await warm(id, one);
      await warm(id, { ...one, 'user-agent': `${browser} Other/1` });
      for (const headers of [visitor(), visitor()]) await open(id, headers, { as: member });
    },
  ],
  [
    'are not counted for HEAD, a prefetch, robots and the creator',
    0,
    async (id) => {
      for (let twice = 0; twice < 2; twice += 1) {
        await warm(id, { ...visitor(), 'sec-purpose': 'prefetch' });
        await open(id, visitor(), { method: 'HEAD' });
        await warm(id, { ...visitor(), 'user-agent': 'Googlebot/2.1' });
        await warm(id, { ...visitor(), 'user-agent': '' });
        await open(id, visitor(), { as: creator.cookie });
      }
    },
  ],
];

/** Views by item, once the site has stopped: each of its processes has then written all that it counted. */
let counted: Record<number, number> = {};
const items: number[] = [];
beforeAll(async () => {
  const person = await world.person();
  creator = { cookie: await world.signIn(person), id: person.id };
  for (const [, , play] of scenes) {
    const id = await world.item({ creator: creator.id });
    items.push(id);
    await play(id);
  }
  await world.site.stop();
  const found = await rows<{ id: number; views: number }>(world.em())`
    select content_id as id, views from content_stats where content_id = any(${items})`;
  counted = Object.fromEntries(found.map(({ id, views }) => [id, views]));
}, 120_000);

describe('views', () => {
  test.each(scenes.map(([what, views], at) => ({ what, views, at })))('$what', ({ views, at }) => {
    expect(counted[items[at] ?? 0] ?? 0).toBe(views);
  });
});
