import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheablePaths } from '../../app/http/cache/page-cache.server.ts';
import { cookieValues, makeCookies } from '../../app/http/security/cookies.server.ts';
import { pageVariant } from '../../app/http/security/visitor.server.ts';
import type { Viewer } from '../../app/scope.ts';
import { ask, sharedWorld } from '../support/site/live.ts';
import { routeAddresses } from '../support/site/route-addresses.ts';
import { freePort, startSite } from '../support/site/site.ts';
import { secret } from '../support/world.ts';

/** Which answers are marked for the caches in front of the site: exactly those that visitors share (ADR-082). */
const world = sharedWorld();
const cookies = makeCookies({ secret, secure: false });
const seed = Number(process.env.SHARED_SEED ?? 82);
/** A site with such a cache; the shared site has none. */
let marked: Awaited<ReturnType<typeof startSite>>;
let people: { viewer: Viewer; cookie: string }[] = [];
let creator = '';
let item = 0;
beforeAll(async () => {
  const cache = { CDN_PURGE_URL: `http://127.0.0.1:${await freePort()}` };
  marked = await startSite({ env: { ...world.settings(), ...cache }, keepsLog: true });
  const made = await world.person();
  creator = made.username;
  item = await world.item({ creator: made.id });
  people = await Promise.all(
    [{ firstName: 'Personalia' }, { firstName: 'Administra', isAdmin: true }].map(async (facts) => {
      const viewer = await world.person(facts);
      return { viewer, cookie: await world.signIn(viewer) };
    }),
  );
}, 60_000);
afterAll(() => marked?.stop(), 30_000);

let state = seed;
function next(below: number) {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * below);
}
const pick = <Value>(values: readonly Value[]) => values[next(values.length)] as Value;

const often = () => [
  '/',
  '/discover',
  '/creators',
  `/content/${item}`,
  `/creators/${creator}`,
  '/help-center',
  '/map',
];
const known = () =>
  routeAddresses.map(({ path }) =>
    path
      .replace('*', 'none')
      .replaceAll(/:\w*id\b/gi, String(item))
      .replaceAll(/:username/g, creator)
      .replaceAll(/:\w+/g, 'none'),
  );
const queries = ['', '', '', '?a=1', '?search=guard', '?sort=likes', '?a=%20', '?_data=root', '?tier=free'];

function randomRequest() {
  const parts = Array.from({ length: next(4) }, () =>
    pick([
      () => pick(people).cookie,
      () => 'visit=1',
      () => pick(['theme=ImRhcmsi', 'theme=x', 'zone=Asia%2FTokyo', 'other=summa']),
      () => pick(['summa=invented', 'begun=x', 'flash=x', ' summa = x', 'flash=']),
    ])(),
  );
  const maybe = (name: string, values: string[]) => (next(3) === 0 ? { [name]: pick(values) } : {});
  const headers: Record<string, string> = {
    ...(parts.length > 0 ? { cookie: parts.join(pick(['; ', ';', ';\t'])) } : {}),
    accept: pick(['text/html', '*/*']),
    ...maybe('user-agent', ['Mozilla/5.0 (X11) Firefox/140.0', 'Mobi', 'Googlebot/2.1', '']),
    ...maybe('save-data', ['on']),
    ...maybe('referer', ['https://elsewhere.example/']),
    ...maybe('authorization', ['Bearer x']),
    ...maybe('if-none-match', ['W/"x"', '*']),
    ...maybe('x-forwarded-for', ['203.0.113.9']),
    ...maybe('cache-control', ['no-cache', 'no-store']),
  };
  const path = pick(next(2) === 0 ? often() : known()) + pick(queries);
  // A form of a member could end the session.
  const methods = isMember(headers.cookie) ? ['GET', 'HEAD'] : ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST'];
  return { path, method: pick(methods), headers };
}

/** Of two sessions the site reads the first. */
const isMember = (cookie = '') => {
  const session = cookieValues(cookie).get('summa');
  return people.some((each) => each.cookie === `summa=${session}`);
};

const marksOf = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['cdn-cache-control'], headers['surrogate-key']].filter((each) => each !== undefined);

test(`nothing with a session, a begun sign-in or a message is ever marked as shared (SHARED_SEED=${seed})`, async () => {
  let shared = 0;
  let personal = 0;
  for (let n = 0; n < 1_200; n += 1) {
    const { path, method, headers } = randomRequest();
    const origin: Record<string, string> = method === 'POST' ? { origin: marked.address } : {};
    const body = method === 'POST' ? '' : null;
    const answer = await ask(marked.address, path, { method, headers: { ...headers, ...origin }, body });
    const marks = marksOf(answer);
    const about = { path, method, headers, status: answer.status };
    const variant = pageVariant({ method, headers } as unknown as IncomingMessage, cookies);
    const isOfVisitors =
      method === 'GET' &&
      variant !== null &&
      cacheablePaths.test(path.split('?', 1)[0] ?? '') &&
      !/[?&](search|_data)=|%/.test(path) &&
      [200, 304].includes(answer.status);
    expect({ ...about, marks: marks.length }).toEqual({ ...about, marks: isOfVisitors ? 2 : 0 });
    if (marks.length > 0) {
      shared += 1;
      const set = [answer.headers['set-cookie'] ?? []].flat();
      expect(set.filter((each) => !each.startsWith('visit=1;'))).toEqual([]);
      for (const { viewer } of people) expect(answer.text).not.toContain(viewer.username);
      expect(answer.header('surrogate-key').length).toBeLessThan(6_000);
    } else if (isMember(headers.cookie) && answer.status === 200) {
      personal += 1;
      // What a browser may keep of a member's answers is either theirs alone or a public file.
      expect({ ...about, caching: answer.header('cache-control') }).toEqual({
        ...about,
        caching: expect.stringMatching(/^(private|no-store|public)/),
      });
    }
  }
  expect([shared > 60, personal > 30]).toEqual([true, true]);
}, 120_000);

test('without the setting no header of a page, file, call or redirect is different', async () => {
  const varying = new Set([
    'date',
    'x-request-id',
    'etag',
    'content-length',
    'link',
    'connection',
    'keep-alive',
  ]);
  const headersOf = async (site: string, path: string, cookie: string) => {
    const { headers } = await ask(site, path, {
      headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0', cookie },
    });
    return Object.entries(headers)
      .filter(([name]) => !varying.has(name))
      .toSorted();
  };
  const added = ['cdn-cache-control', 'surrogate-key'];
  for (const cookie of ['visit=1', 'theme=ImRhcmsi', people[0]?.cookie ?? '']) {
    for (const path of [...often(), '/favicon.svg', '/feed.xml', '/api/content', '/library', '/content/0']) {
      for (let turn = 0; turn < 2; turn += 1) {
        const [withMarks, bare] = await Promise.all(
          [marked.address, world.site.address].map((site) => headersOf(site, path, cookie)),
        );
        expect([path, bare?.filter(([name]) => added.includes(name))]).toEqual([path, []]);
        expect([path, withMarks?.filter(([name]) => !added.includes(name))]).toEqual([path, bare]);
      }
    }
  }
  const page = await world.ask(`/content/${item}`, { headers: { cookie: 'visit=1' } });
  expect(page.header('link')).not.toContain('/view');
});
