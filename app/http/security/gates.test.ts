import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Env, readEnv } from '../../env.server.ts';
import { gates } from './gates.server.ts';

const secret = 'a secret for tests, long enough to be one';
const sites: { server: Server; address: string }[] = [];

/** A site with the gates only. */
async function open(more: Record<string, string>) {
  const env: Env = readEnv({ SESSION_SECRET: secret, ...more });
  const gate = gates(env);
  const server = createServer((request, response) =>
    gate(request, response, () => {
      const { origin, host } = request.headers;
      response.setHeader('Seen', JSON.stringify({ origin, host }));
      response.end(`${request.method} ${request.url}`);
    }),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  sites.push({ server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

beforeAll(async () => {
  await open({});
  await open({ STRIPE_SECRET_KEY: 'sk_test_x' });
  await open({ ORIGIN: 'https://summa.example' });
});
afterAll(() => {
  for (const { server } of sites) server.close();
});

const formsOf = async (site: number, path: string) => {
  const { headers } = await fetch(`${sites[site]?.address}${path}`);
  return /form-action ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
};

test.each(['/checkout/7', '/subscribe', '/subscribe?plan=vip', '/account/billing'])(
  'the forms of %s may lead to the payment provider, where there is one',
  async (path) => {
    expect(await formsOf(0, path)).toBe("'self'");
    expect(await formsOf(1, path)).toMatch(/^'self' https:\/\/checkout\.stripe\.com /);
  },
);

test.each(['/x//y', `/x${'/'.repeat(15_000)}y`, '/content/7//', '//content/7', '/admin//'])(
  'an address with slashes in a row is refused before the router reads it',
  async (path) => {
    const { port } = new URL(sites[0]?.address ?? '');
    const answer = await new Promise<string>((done) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
      });
      socket.once('data', (chunk) => done(chunk.toString().slice(9, 12)));
    });
    expect(answer).toBe(path.startsWith('/admin') ? '200' : '400');
  },
);

test.each(['/', '/subscriptions', '/auth', '/content/7', '/account/security'])(
  'the forms of %s lead to this site only',
  async (path) => expect(await formsOf(1, path)).toBe("'self'"),
);

test.each(['/checkout/7', '/subscribe', '/subscribe?plan=vip'])(
  'a card can be typed on %s, with Stripe’s sources and no others',
  async (path) => {
    const [sandbox, stripe] = await Promise.all(
      [0, 1].map(async (site) => (await fetch(`${sites[site]?.address}${path}`)).headers),
    );
    expect(stripe?.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
      "img-src 'self' data: blob: https:",
      "media-src 'self' blob:",
      "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
      "connect-src 'self' https://api.stripe.com",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      expect.stringMatching(/^form-action 'self' https:\/\/checkout\.stripe\.com /),
    ]);
    expect(stripe?.get('permissions-policy')).toContain('payment=(self "https://js.stripe.com"');
    expect(stripe?.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(sandbox?.get('content-security-policy')).not.toContain('stripe');
    expect(sandbox?.get('permissions-policy')).not.toContain('stripe');
  },
);

test.each([
  '/',
  '/checkout/7/status',
  '/checkout/return',
  '/subscribe/return',
  '/account/billing',
  '/content/7',
])('no script, frame or call of Stripe’s on %s', async (path) => {
  const { headers } = await fetch(`${sites[1]?.address}${path}`);
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/frame-src|connect-src/);
  expect(headers.get('permissions-policy')).toMatch(/payment=\(self\)$/);
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
});

test('the landing page only may use a style sheet in the page, and only that one', async () => {
  const policyFor = async (path: string) =>
    (await fetch(`${sites[0]?.address}${path}`)).headers.get('content-security-policy') ?? '';
  expect(await policyFor('/')).toMatch(/; style-src 'self' 'sha256-[A-Za-z0-9+/]{43}='; /);
  for (const path of ['/discover', '/content/7', '/checkout/7', '/auth'])
    expect(await policyFor(path)).not.toContain('style-src');
});

test('a drawing may use its own style and nothing else', async () => {
  const policyFor = async (path: string) =>
    (await fetch(`${sites[0]?.address}${path}`)).headers.get('content-security-policy');
  const own = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  expect(await policyFor('/map/drawing/t1-m-lanf-0-15-0-0123456789.svg')).toBe(own);
  for (const path of ['/map', '/map/drawing', '/map/p/1-mount'])
    expect(await policyFor(path)).not.toContain('unsafe-inline');
});

describe('a request of another site changes nothing', () => {
  const post = async (site: number, headers: Record<string, string>, path = '/auth', method = 'POST') =>
    (await fetch(`${sites[site]?.address}${path}`, { method, headers })).status;

  test.each([
    ['same-origin', 200],
    ['none', 200],
    ['same-site', 403],
    ['cross-site', 403],
    ['nonsense', 403],
  ])('fetch metadata %s: %i', async (site, status) => {
    expect(await post(0, { 'sec-fetch-site': site })).toBe(status);
  });

  test('where the address of the site is set, no other Origin counts, not even that of the Host', async () => {
    const here = sites[2]?.address ?? '';
    expect(await post(2, { origin: here })).toBe(403);
    expect(await post(2, { origin: 'https://summa.example' })).toBe(200);
    expect(await post(0, { origin: sites[0]?.address ?? '' })).toBe(200);
  });

  test.each(['/api/stripe/webhook', '/api/cloudinary/notification', '/emails/off/a-token_9'])(
    'only the signed POST to %s may come from another site',
    async (path) => {
      const elsewhere = { 'sec-fetch-site': 'cross-site' };
      expect(await post(0, elsewhere, path)).toBe(200);
      for (const method of ['PUT', 'PATCH', 'DELETE'])
        expect(await post(0, elsewhere, path, method)).toBe(403);
    },
  );

  test.each([
    '/emails/off',
    '/emails/off/',
    '/emails/off/a/b',
    '/emails/off/a.b',
    '/emails',
    '/x/emails/off/a',
  ])('the one-click of mail programs opens no other address: %s', async (path) =>
    expect(await post(0, { 'sec-fetch-site': 'cross-site' }, path)).toBe(403),
  );
});

test.each(['/content/5?_data=root', '/content/5?%5fdata=root', '/content/5?a=1&_dat%61=root'])(
  'data without its page is refused, however it is spelt: %s',
  async (path) => {
    expect((await fetch(`${sites[0]?.address}${path}`)).status).toBe(404);
  },
);

test.each(['/%61uth', '/a%2fb', '/a%5cb', '/x?y=%00'])(
  'an address has one spelling: %s is refused',
  async (path) => {
    expect((await fetch(`${sites[0]?.address}${path}`)).status).toBe(400);
  },
);

test.each([
  ['GET', '/%61dmin'],
  ['POST', '/%61dmin/creators/7'],
  ['GET', '/x%2f..%2fadmin'],
  ['GET', '/%5cadmin'],
  ['GET', '/admin?_data=root'],
  ['POST', '/admin/featured/new?x=1&_data=x'],
  ['DELETE', '/admin/creators/7'],
  ['OPTIONS', '/admin/log'],
])('%s %s is answered as GET /admin', async (method, path) => {
  const answer = await fetch(`${sites[0]?.address}${path}`, { method });
  expect(await answer.text()).toBe('GET /admin');
});

test('an address that admin pages do offer passes unchanged', async () => {
  const answer = await fetch(`${sites[0]?.address}/admin/featured/7/edit?x=1`, { method: 'POST' });
  expect(await answer.text()).toBe('POST /admin/featured/7/edit?x=1');
});

test('another site’s form is refused, for a call in JSON', async () => {
  const headers = { origin: 'https://evil.example' };
  const page = await fetch(`${sites[0]?.address}/logout`, { method: 'POST', headers });
  expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/plain; charset=utf-8']);
  const call = await fetch(`${sites[0]?.address}/api/logout`, { method: 'POST', headers });
  expect(call.status).toBe(403);
  expect(await call.json()).toHaveProperty('message');
});

test('behind a proxy with a Host of its own, the site’s forms arrive under the configured address', async () => {
  const headers = { origin: 'https://summa.example' };
  const answer = await fetch(`${sites[2]?.address}/auth`, { method: 'POST', headers });
  expect(answer.status).toBe(200);
  // Remix answers 500 when the two differ.
  expect(JSON.parse(answer.headers.get('seen') ?? '')).toEqual({ host: 'summa.example' });
  const local = await fetch(`${sites[0]?.address}/auth`, { method: 'POST' });
  expect(JSON.parse(local.headers.get('seen') ?? '')).toEqual({
    host: new URL(sites[0]?.address ?? '').host,
  });
});
