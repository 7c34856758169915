import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Viewer } from '../../app/scope.ts';
import { form, type Part, picture } from '../support/media/upload-form.ts';
import { reportTime } from '../support/report-time.ts';
import { type Asked, ask, liveWorld } from '../support/site/live.ts';
import { freePort, startSite } from '../support/site/site.ts';
import { hasVarnish, startVarnish } from '../support/site/varnish.ts';
import { row } from '../support/sql.ts';

/** Debian's Varnish with deploy/varnish/default.vcl in front of the built site. Without Varnish this is skipped. */
const isHere = hasVarnish();
if (!isHere)
  process.stderr.write('Varnish or varnish-modules are missing: the tests of shared caches are skipped.\n');

const port = await freePort();
const world = liveWorld({ TRUST_PROXY: '1', CDN_PURGE_URL: `http://127.0.0.1:${port}` });
const desktop = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
/** Promised is a second; without a purge a copy would be sent for five. */
const soonMs = 4_000;
let varnish: Awaited<ReturnType<typeof startVarnish>>;
let creator: Viewer;
let item = 0;

describe.skipIf(!isHere)('with Varnish in front of the site', () => {
  beforeAll(async () => {
    creator = await world.person();
    item = await world.item({ creator: creator.id, title: 'Armbar from guard' });
    world.site.child.removeAllListeners('exit');
    varnish = await startVarnish({ port, sitePort: new URL(world.site.address).port });
  }, 120_000);
  afterAll(() => varnish?.stop(), 30_000);

  const get = (path: string, cookie = 'visit=1', more: Asked = {}) =>
    ask(varnish.address, path, {
      ...more,
      headers: { accept: 'text/html', 'user-agent': desktop, ...(cookie ? { cookie } : {}), ...more.headers },
    });
  const isHit = (answer: Awaited<ReturnType<typeof get>>) => answer.header('cache-status').includes('hit');
  const titled = (title: string) => row(world.em())`update content set title = ${title} where id = ${item}`;

  test('a visitor’s page is kept, and the browser sees no sign of it but one header', async () => {
    await get('/discover');
    const page = await get('/discover');
    expect([page.status, isHit(page)]).toEqual([200, true]);
    expect(page.header('cache-control')).toBe('no-cache');
    for (const name of ['cdn-cache-control', 'surrogate-key', 'xkey', 'set-cookie', 'x-edge-asked'])
      expect([name, page.headers[name]]).toEqual([name, undefined]);
    const known = await get('/discover', 'visit=1', { headers: { 'if-none-match': page.header('etag') } });
    expect([known.status, known.text]).toEqual([304, '']);
  });

  test('each kind of visitor gets the page that the site would have given', async () => {
    const kinds: { cookie: string; headers: Record<string, string> }[] = [
      { cookie: 'visit=1', headers: {} },
      { cookie: '', headers: {} },
      { cookie: '', headers: { 'user-agent': phone } },
      { cookie: '', headers: { referer: 'https://elsewhere.example/' } },
      { cookie: '', headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } },
      { cookie: 'visit=1', headers: { 'save-data': 'on' } },
      { cookie: 'visit=1; theme=ImRhcmsi', headers: {} },
      { cookie: 'visit=1; theme=ImxpZ2h0Ig%3D%3D', headers: {} },
      { cookie: 'theme=ImRhcmsi', headers: { 'sec-ch-ua-mobile': '?1' } },
      { cookie: 'visit=1; zone=Europe%2FBerlin; other=x', headers: { 'accept-language': 'de' } },
    ];
    for (const path of ['/', '/discover', `/content/${item}`, `/creators/${creator.username}`]) {
      for (const { cookie, headers } of kinds) {
        // Without an encoding: the site and Varnish compress the same text.
        const asked = {
          headers: { accept: 'text/html', 'user-agent': desktop, ...(cookie ? { cookie } : {}), ...headers },
        };
        const direct = await ask(world.site.address, path, asked);
        for (const turn of [1, 2]) {
          const answer = await get(path, cookie, { headers });
          const shown = (each: typeof direct) => [each.status, each.headers['set-cookie'], each.text];
          expect([path, cookie, headers, turn, ...shown(answer)]).toEqual([
            path,
            cookie,
            headers,
            turn,
            ...shown(direct),
          ]);
        }
      }
    }
  }, 120_000);

  test('a first visit is kept, and each visitor gets the cookie that ends it', async () => {
    await get('/help-center', '');
    const first = await get('/help-center', '');
    expect([isHit(first), first.headers['set-cookie']]).toEqual([
      true,
      ['visit=1; Path=/; HttpOnly; SameSite=Lax'],
    ]);
    await get('/help-center');
    const next = await get('/help-center');
    expect([isHit(next), next.headers['set-cookie']]).toEqual([true, undefined]);
  });

  test('members, half-finished sign-ins and messages pass, and nothing of theirs is kept', async () => {
    const [ann, bob] = [
      await world.person({ firstName: 'Annabel' }),
      await world.person({ firstName: 'Bobby' }),
    ];
    const [asAnn, asBob] = [await world.signIn(ann), await world.signIn(bob)];
    for (const path of ['/discover', `/content/${item}`, '/', '/creators', '/subscriptions']) {
      await get(path);
      for (const cookie of [asAnn, asBob, asAnn, `visit=1; ${asBob}`, `theme=ImRhcmsi;\t${asAnn}`]) {
        const answer = await get(path, cookie);
        expect([isHit(answer), answer.header('cache-control')]).toEqual([false, 'private, no-store']);
        const mine = cookie.includes(asAnn) ? ann : bob;
        const other = mine === ann ? bob : ann;
        expect(answer.text).not.toContain(other.username);
        expect([path, answer.status]).toEqual([path, path === '/' ? answer.status : 200]);
      }
      for (const cookie of ['begun=x', 'flash=x; visit=1', '__Host-summa=x', 'visit=1; __Host-flash=y'])
        expect(isHit(await get(path, cookie))).toBe(false);
      const after = await get(path);
      for (const { username } of [ann, bob]) expect(after.text).not.toContain(username);
    }
    for (const path of ['/dashboard', '/api/user', '/account', '/messages']) {
      await get(path, asAnn);
      const answer = await get(path);
      expect(isHit(answer)).toBe(false);
      expect(answer.text).not.toContain('Annabel');
    }
  }, 120_000);

  test('a change is visible within a second, at the first request after it', async () => {
    for (const path of [`/content/${item}`, '/discover', `/creators/${creator.username}`]) {
      for (let turn = 0; turn < 3; turn += 1) {
        const title = `Sweep number ${turn} of ${path.length}`;
        await get(path);
        expect(isHit(await get(path))).toBe(true);
        await titled(title);
        // Once, so that no earlier request made Varnish ask for a new one.
        await new Promise((done) => setTimeout(done, 1_000));
        expect((await get(path)).text).toContain(title);
      }
    }
    await row(
      world.em(),
    )`insert into likes (user_id, content_id) values (${(await world.person()).id}, ${item})`;
    await row(world.em())`update content_stats set likes = 731 where content_id = ${item}`;
    await row(world.em())`delete from likes where content_id = ${item}`;
    await vi.waitFor(async () => expect((await get(`/content/${item}`)).text).toContain('731'), soonMs);
  }, 120_000);

  test('a stale copy is sent at once when nothing changed, and never after a change', async () => {
    const path = `/content/${item}`;
    const stale = async () => {
      // A copy that was under way at the last purge counts as one from before it.
      await new Promise((done) => setTimeout(done, 1_000));
      await ask(varnish.address, '/', { method: 'PURGE', headers: { 'x-purge-hard': 'all' } });
      await vi.waitFor(async () => expect(isHit(await get(path))).toBe(true), 30_000);
      await new Promise((done) => setTimeout(done, 5_500));
    };
    await stale();
    const [old, next] = [await get(path), await get('/discover')];
    expect([isHit(old), Number(old.header('age')) >= 5, next.status]).toEqual([true, true, 200]);
    await vi.waitFor(async () => expect(Number((await get(path)).header('age'))).toBeLessThan(3), soonMs);
    await stale();
    await titled('Changed while stale');
    await new Promise((done) => setTimeout(done, 500));
    expect((await get(path)).text).toContain('Changed while stale');
  }, 120_000);

  test('a public picture is kept until its item is taken away; a paid one never is', async () => {
    const asMember = await world.signIn(await world.person({ plan: 'vip' }));
    const publish = async (tier: string) => {
      const body = form([
        ...([
          ['title', 'A sweep'],
          ['category', 'training'],
          ['tier', tier],
        ] as Part[]),
        ['files', await picture(), 'a.png'],
      ]).body as FormData;
      const made = (
        await ask(varnish.address, '/api/content', { method: 'POST', body, as: asMember })
      ).json();
      return { id: made.id as number, url: new URL(made.imageUrl, world.site.address) };
    };
    const free = await publish('free');
    expect((await get(free.url.pathname)).status).toBe(200);
    const kept = await get(free.url.pathname, 'visit=1; other=2');
    expect([kept.status, isHit(kept)]).toEqual([200, true]);
    await row(world.em())`update content set tier = 'vip' where id = ${free.id}`;
    await vi.waitFor(async () => expect((await get(free.url.pathname)).status).toBe(404), soonMs);
    const paid = await publish('vip');
    const { pathname, search } = paid.url;
    for (const path of [pathname + search, pathname + search, pathname]) {
      const mine = await get(path, asMember);
      expect(isHit(mine)).toBe(false);
      expect((await get(path)).status).toBe(404);
    }
  }, 120_000);

  test('a view is counted once for each visitor, although the site sees one request for the page', async () => {
    const views = async () =>
      (
        await row<{ views: number }>(world.em())`
        select views::int from content_stats where content_id = ${item}`
      )?.views ?? 0;
    // What earlier tests asked the site for itself.
    await new Promise((done) => setTimeout(done, 2_000));
    const before = await views();
    for (const agent of ['one', 'two', 'three', 'one']) {
      const headers = { 'user-agent': `${desktop} ${agent}` };
      const { link = '' } = (await get(`/content/${item}`, 'visit=1', { headers })).headers;
      const [, address = ''] = /<([^>]*)>; rel=preload; as=image/.exec(String(link)) ?? [];
      expect((await get(address, 'visit=1', { headers })).status).toBe(204);
    }
    await vi.waitFor(async () => expect(await views()).toBe(before + 3), { timeout: 30_000 });
  });

  test('a process that starts lets every page be fetched anew, because it missed what changed before', async () => {
    await get('/help-center');
    const next = await startSite({ env: world.settings(), keepsLog: true });
    // A copy that is only old would be sent at once.
    await vi.waitFor(async () => expect(isHit(await get('/help-center'))).toBe(false), soonMs);
    await next.stop();
  }, 120_000);

  test('purges are taken from permitted addresses alone', async () => {
    const purge = (headers: Record<string, string>) =>
      ask(varnish.address, '/', { method: 'PURGE', headers: { 'x-purge-hard': 'all', ...headers } });
    await get('/creators');
    expect((await purge({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(405);
    expect(isHit(await get('/creators'))).toBe(true);
    expect((await purge({})).status).toBe(200);
    expect(isHit(await get('/creators'))).toBe(false);
  });

  test('a page that is gone is gone', async () => {
    const gone = await world.item({ creator: creator.id, title: 'Taken away' });
    for (let turn = 0; turn < 2; turn += 1) expect((await get(`/content/${gone}`)).status).toBe(200);
    await row(world.em())`update content set status = 'withdrawn' where id = ${gone}`;
    await vi.waitFor(async () => expect((await get(`/content/${gone}`)).status).toBe(404), soonMs);
    for (let turn = 0; turn < 2; turn += 1) expect((await get(`/content/${gone}`)).status).toBe(404);
  });

  test('a site that stops answering after a change costs a visitor two seconds, and then nothing', async () => {
    const path = `/content/${item}`;
    const { text } = await get(path);
    await ask(varnish.address, '/', { method: 'PURGE', headers: { 'x-purge-soft': 'all' } });
    world.site.child.kill('SIGSTOP');
    try {
      const began = performance.now();
      const first = await get(path);
      expect([first.status, first.text]).toEqual([200, text]);
      reportTime('A page of a silent site', performance.now() - began, 3_500);
      await new Promise((done) => setTimeout(done, 6_000));
      const later = performance.now();
      expect((await get(path)).text).toBe(text);
      reportTime('The same page again', performance.now() - later, 500);
    } finally {
      world.site.child.kill('SIGCONT');
    }
    await titled('Answers again');
    await vi.waitFor(async () => expect((await get(path)).text).toContain('Answers again'), 60_000);
  }, 120_000);

  /** The last test: it ends the site. */
  test('with the site dead visitors read on, and nothing personal is there', async () => {
    const paths = ['/', '/discover', `/content/${item}`, '/help-center', '/favicon.svg'];
    // A process that was stopped listens anew, and purges everything then.
    await new Promise((done) => setTimeout(done, 3_000));
    for (const path of paths) await vi.waitFor(async () => expect(isHit(await get(path))).toBe(true), 30_000);
    const before = new Map<string, string>();
    for (const path of paths) before.set(path, (await get(path)).text);
    const asMember = await world.signIn(creator);
    world.site.child.kill('SIGKILL');
    await new Promise((done) => setTimeout(done, 7_000));
    for (let turn = 0; turn < 3; turn += 1) {
      for (const path of paths) {
        const answer = await get(path);
        expect([path, answer.status, answer.text]).toEqual([path, 200, before.get(path)]);
      }
      await new Promise((done) => setTimeout(done, 1_000));
    }
    const member = await get('/discover', asMember);
    expect(member.status).toBe(503);
    const never = await get('/content/2147483647');
    expect([never.status, never.header('retry-after'), never.header('cache-control')]).toEqual([
      503,
      '5',
      'private, no-store',
    ]);
  }, 120_000);
});
