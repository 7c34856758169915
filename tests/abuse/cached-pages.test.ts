import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeCookies } from '../../app/http/security/cookies.server.ts';
import { pageVariant } from '../../app/http/security/visitor.server.ts';
import { sharedWorld } from '../support/site/live.ts';
import { secret } from '../support/world.ts';

/** Pages that visitors share must not contain anything from one visitor's request. */
const world = sharedWorld();
const cookies = makeCookies({ secret, secure: false });
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1';
const seed = Number(process.env.VARIANT_SEED ?? 18);

let id = 0;
let username = '';
beforeAll(async () => {
  const creator = await world.person();
  username = creator.username;
  id = await world.item({ creator: creator.id, title: 'Armbar from guard' });
});

function numbers(of: number) {
  let state = of;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
const next = numbers(seed);
const pick = <Value>(values: readonly Value[]) => values[next(values.length)] as Value;

const dark = 'ImRhcmsi';
const light = 'ImxpZ2h0Ig%3D%3D';
const themes = [
  dark,
  light,
  `"${dark}"`,
  'ImxpZ2h0Ig==',
  '%49mRhcmsi',
  'dark',
  'x',
  '',
  `${dark} `,
  ` ${light}`,
];
const oddCookies = ['theme', '; ;', '=', 'visit', 'x=theme=', 'summa2=1', 'Theme=ImRhcmsi', '\tvisit=1'];

function cookieHeader() {
  const parts = Array.from({ length: next(4) }, () =>
    pick([
      () => `theme=${pick(themes)}`,
      () => 'visit=1',
      () => `visit=${pick(['', '0', '"1"'])}`,
      () => pick(oddCookies),
    ])(),
  );
  return parts.join(pick(['; ', ';', ' ;  ', ';\t']));
}

function randomHeaders(): Record<string, string> {
  const maybe = (name: string, values: string[]) => (next(2) ? { [name]: pick(values) } : {});
  const port = new URL(world.site.address).port;
  return {
    cookie: cookieHeader(),
    ...maybe('user-agent', [browser, phone, 'Googlebot/2.1 Mobile', '', 'Mobi']),
    ...maybe('accept', ['text/html', '*/*', 'application/json', 'text/html;q=0.1']),
    ...maybe('save-data', ['on', 'On', 'off', '', 'on, on']),
    ...maybe('sec-ch-ua-mobile', ['?1', '?0', '', 'yes']),
    ...maybe('referer', [`http://localhost:${port}/creators`, 'https://elsewhere.example/', '/discover']),
    ...maybe('accept-language', ['de', 'en-US,en;q=0.5', 'ar']),
    ...maybe('x-forwarded-for', ['203.0.113.9', '::1', 'nonsense']),
    ...maybe('x-forwarded-proto', ['https', 'javascript']),
    ...maybe('x-forwarded-host', ['evil.example']),
    ...maybe('forwarded', ['host=evil.example;proto=https']),
    ...maybe('host', ['evil.example', '127.0.0.1']),
    ...maybe('sec-purpose', ['prefetch']),
    ...maybe('sec-fetch-site', ['cross-site', 'none']),
    ...maybe('range', ['bytes=0-9']),
    ...maybe('authorization', ['Bearer x']),
    ...maybe('prefer', ['reduced-motion']),
    ...maybe('sec-ch-prefers-color-scheme', ['dark']),
  };
}

const variantOf = (headers: Record<string, string>) =>
  pageVariant({ method: 'GET', headers } as unknown as IncomingMessage, cookies);

/** The parts of an answer to compare. An encoded space in the query keeps the page out of the cache. */
async function rendered(path: string, headers: Record<string, string>) {
  const answer = await world.ask(`${path}?a=%20`, { headers });
  const kept = ['content-type', 'cache-control', 'vary', 'link', 'set-cookie'];
  const page = JSON.stringify([answer.status, kept.map((name) => answer.headers[name]), answer.text]);
  return { status: answer.status, hash: createHash('sha256').update(page).digest('hex') };
}

describe('pages that visitors share', () => {
  test(`are alike for equal variants, whatever else is sent (VARIANT_SEED=${seed})`, async () => {
    const paths = ['/', '/discover', '/creators', `/content/${id}`, `/creators/${username}`];
    const known = new Map<string, { hash: string; headers: Record<string, string> }>();
    // Views are counted a second later.
    for (let n = 0; n < 240; n += 1) {
      const headers = randomHeaders();
      const variant = variantOf(headers);
      expect(variant).not.toBeNull();
      const path = pick(paths);
      const looked = path.startsWith('/content') ? { ...headers, 'sec-purpose': 'prefetch' } : headers;
      const { status, hash } = await rendered(path, looked);
      expect(status).toBe(200);
      const key = `${path} ${variant}`;
      const first = known.get(key) ?? { hash, headers };
      expect({ hash, headers, first: first.headers }).toEqual({ ...first, headers, first: first.headers });
      known.set(key, first);
    }
    // Each path was seen in several variants, otherwise the comparison proves nothing.
    expect(known.size).toBeGreaterThan(paths.length * 3);
  }, 120_000);

  test.each([
    ['another spelling', `theme="${dark}"`],
    ['an encoded letter', 'theme=%49mRhcmsi'],
    ['two of them', `theme=${dark}; theme=x`],
    ['two of them, the last one empty', `theme=${dark}; theme=`],
    ['two of them, the other way', `theme=x; theme=${dark}`],
    ['a blank', `theme=${dark} `],
    ['a blank in its name', `theme =${dark}`],
  ])('carry no theme that was asked for with %s', async (_what, cookie) => {
    const headers = { accept: 'text/html', 'user-agent': browser };
    // A new address, under which nothing is cached.
    const path = `/discover?a=${encodeURIComponent(cookie).replaceAll(/\W/g, '')}`;
    const odd = await world.ask(path, { headers: { ...headers, cookie: `visit=1; ${cookie}` } });
    const [isDark, plain] = [
      odd.text.includes('data-theme="dark"'),
      await world.ask(path, { headers: { ...headers, cookie: 'visit=1' } }),
    ];
    expect(plain.text).not.toContain('data-theme=');
    const wanted = await world.ask(path, { headers: { ...headers, cookie: `visit=1; theme=${dark}` } });
    expect(wanted.text).toContain('data-theme="dark"');
    if (!isDark) expect(odd.text).toBe(plain.text);
  });
});
