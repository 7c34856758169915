import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { form } from '../tests/support/media/upload-form.ts';
import { routeAddresses } from '../tests/support/site/route-addresses.ts';
import { startSite } from '../tests/support/site/site.ts';
import { type Asked, ask, median, postmasterOf, processorTime, type Spent, sum } from './processor-time.ts';

/** `bin/bench costs`: processor time of each address on the demo site, by role; bench/README.md. */

/** Only addresses above this are listed, in milliseconds of a warm request. */
const worthALine = 30;
const repetitions = 3;
const password = 'jiujitsu';
const roles = ['visitor', 'free', 'vip', 'creator', 'admin'] as const;
type Role = (typeof roles)[number];

const say = (line: string) => void process.stdout.write(`${line}\n`);
const site = await startSite({ env: { LOG_LEVEL: 'error' } });
const [pidFile = ''] = globSync(join(site.folder, '**/postmaster.pid'));
const measure = await processorTime(site.address, postmasterOf(dirname(pidFile)));

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const cookies: Record<Role, string> = { visitor: '', free: '', vip: '', creator: '', admin: '' };

const send = (role: Role, path: string, { headers, ...asked }: Asked = {}) =>
  ask(site.address, path, {
    ...asked,
    headers: {
      accept: 'text/html',
      'user-agent': browser,
      'accept-encoding': 'identity',
      origin: site.address,
      cookie: ['visit=1', cookies[role]].filter(Boolean).join('; '),
      ...headers,
    },
  });

interface Line {
  what: string;
  role: Role;
  status: number;
  cold: Spent;
  warm: Spent;
}
const lines: Line[] = [];
async function costOf(role: Role, what: string, once: (n: number) => ReturnType<typeof send>) {
  let status = 0;
  const cold = await measure(async () => {
    status = (await once(0)).status;
  });
  const rest: Spent[] = [];
  for (let n = 1; n <= repetitions; n += 1) rest.push(await measure(() => once(n)));
  lines.push({ what, role, status, cold, warm: median(rest) });
}

/** Values for the parameters of addresses; missing ones give a 404, which is measured too. */
async function examples(): Promise<Record<string, string>> {
  const items = JSON.parse((await send('visitor', '/api/content')).text);
  const first = [items.items ?? items].flat()[0];
  const page = (await send('visitor', `/content/${first.id}`)).text;
  const [, key = ''] = /\/media\/([0-9a-f]{32})\//.exec(page) ?? [];
  return { id: first.id, contentId: first.id, creatorId: '2', username: 'marina_costa', key };
}

const oddWords = 'zzqx kimra "arm bar" -guard %%% ünïcödé (((';

async function pages(known: Record<string, string>) {
  const filled = (path: string) => path.replaceAll(/:(\w+)/g, (_all, name) => known[name] ?? 'no-such');
  const queries = [
    ...['sort=popular', 'sort=rated', 'category=recovery&tier=vip', 'search=armbar', 'search=armbr'].map(
      (query) => `/discover?${query}`,
    ),
    `/discover?search=${encodeURIComponent(oddWords)}`,
    `/discover?search=${encodeURIComponent('a '.repeat(99))}`,
    `/api/content?search=${encodeURIComponent(oddWords)}`,
    `/creators?search=${encodeURIComponent(oddWords)}`,
    '/studio/analytics?days=365',
    '/creators?sort=followers',
    '/?feed=following',
    ...['320.webp', '1280.avif', '1280.jpg', 'teaser.webp'].map((each) => `/media/${known.key}/${each}`),
    '/robots.txt?x',
    '/no-such-page',
    '/metrics',
  ];
  const all = [...new Set([...routeAddresses.map(({ path }) => path), ...queries])].filter(
    (path) => !path.endsWith('*'),
  );
  for (const role of roles) {
    for (const path of all.map(filled)) {
      // The query avoids the cache of visitors' pages, because rendering is measured.
      const apart = (n: number) => (role === 'visitor' ? `${path.includes('?') ? '&' : '?'}n=${n}` : '');
      await costOf(role, `GET ${path}`, (n) => send(role, `${path}${apart(n)}`));
    }
    say(`… ${all.length} addresses as ${role}`);
  }
}

async function forms(known: Record<string, string>) {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#8a5', noise } })
      .jpeg({ quality: 75 })
      .toBuffer();
  const [small, large] = [await photo(1_600, 1_200), await photo(5_600, 4_200)];
  const file = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]);
  const post = (role: Role, path: string, body: Record<string, string> | FormData) =>
    send(role, path, { method: 'POST', body: body instanceof FormData ? body : new URLSearchParams(body) });
  const parts = (...of: Parameters<typeof form>[0]) => form(of).body as FormData;
  const item = [
    ...(['title', 'category', 'tier'] as const).map(
      (name) => [name, { title: 'Measured', category: 'training', tier: 'free' }[name]] as [string, string],
    ),
  ];
  const json = (role: Role, path: string, value: unknown) =>
    send(role, path, { method: 'POST', json: value });
  const account = (n: number) => ({
    firstName: 'Ann',
    lastName: 'Lee',
    username: `measured_${n}`,
    email: `m${n}@example.com`,
    password,
    confirmPassword: password,
  });
  const every: [Role, string, (n: number) => ReturnType<typeof send>][] = [
    [
      'visitor',
      'POST /api/login',
      () => json('visitor', '/api/login', { email: 'free@example.com', password }),
    ],
    [
      'visitor',
      'POST /api/login, wrong',
      () => json('visitor', '/api/login', { email: 'x@y.example', password }),
    ],
    ['visitor', 'POST /auth, wrong', () => post('visitor', '/auth', { email: 'x@y.example', password })],
    ['visitor', 'POST /api/register', (n) => json('visitor', '/api/register', account(n))],
    ['visitor', 'POST /auth/forgot', () => post('visitor', '/auth/forgot', { email: 'free@example.com' })],
    ['visitor', 'POST /auth/reset/:token', () => post('visitor', '/auth/reset/no-such', { password })],
    ['free', 'POST /account/security', () => post('free', '/account/security', { password: 'wrong one' })],
    ['vip', 'POST /content/:id/like', () => post('vip', `/content/${known.id}/like`, {})],
    ['vip', 'POST /content/:id/rate', () => post('vip', `/content/${known.id}/rate`, { rating: '4' })],
    ['vip', 'POST /creators/:username/follow', () => post('vip', `/creators/${known.username}/follow`, {})],
    ['vip', 'POST /messages/:username', (n) => post('vip', '/messages/marina_costa', { text: `Hello ${n}` })],
    ['free', 'POST /report', () => post('free', '/report', { kind: 'content', id: `${known.id}` })],
    ['free', 'POST /profile', () => post('free', '/profile', { firstName: 'Ann' })],
    [
      'free',
      'POST /profile/picture, 23 megapixels',
      () => post('free', '/profile/picture', parts(['focus', 'middle'], ['picture', file(large), 'a.jpg'])),
    ],
    [
      'creator',
      'POST /api/content, 2 megapixels',
      () => post('creator', '/api/content', parts(...item, ['files', file(small), 'a.jpg'])),
    ],
    [
      'creator',
      'POST /api/content, 23 megapixels',
      () => post('creator', '/api/content', parts(...item, ['files', file(large), 'a.jpg'])),
    ],
    ['vip', 'POST /checkout/:contentId', () => post('vip', `/checkout/${known.id}`, {})],
  ];
  for (const [role, what, once] of every) await costOf(role, what, once);
}

try {
  for (const role of roles.filter((each) => each !== 'visitor')) {
    const json = { email: `${role}@example.com`, password };
    const { headers } = await ask(site.address, '/api/login', { method: 'POST', json });
    cookies[role] = /summa=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '';
  }
  const known = await examples();
  // A first run compiles code, which no address should be charged for.
  for (const path of ['/', '/discover', `/content/${known.id}`, '/dashboard', '/api/content'])
    for (let n = 0; n < 20; n += 1) await send('creator', path);
  await pages(known);
  await forms(known);
} finally {
  await site.stop();
}

const shown = (spent: Spent) => `${spent.site.toFixed(1)} + ${spent.database.toFixed(1)}`.padStart(14);
say(`\nms of a request: site + database, first${' '.repeat(10)}then  status  role     address`);
const dear = lines.filter(({ warm }) => sum(warm) >= worthALine);
for (const { what, role, status, cold, warm } of dear.toSorted((a, b) => sum(b.warm) - sum(a.warm)))
  say(`${' '.repeat(19)}${shown(cold)} ${shown(warm)}  ${status}     ${role.padEnd(8)} ${what.slice(0, 80)}`);
const warm = lines.map((line) => sum(line.warm)).toSorted((a, b) => a - b);
const at = (share: number) => warm[Math.floor(share * (warm.length - 1))]?.toFixed(1);
say(`\n${lines.length} lines: median ${at(0.5)} ms, 95 % below ${at(0.95)} ms, most ${at(1)} ms`);
