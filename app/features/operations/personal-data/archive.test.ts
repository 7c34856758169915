import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { watched } from '../../../../tests/support/database/plans.ts';
import { unzip } from '../../../../tests/support/media/unzip.ts';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import type { Viewer } from '../../../scope.ts';
import { startPurchase } from '../../commerce/purchases/buy.server.ts';
import { setFollow } from '../../community/follows/follows.server.ts';
import { rateContent } from '../../community/ratings/ratings.server.ts';
import { beginSession } from '../../identity/sessions/sessions.server.ts';
import { fileReport } from '../reports/report.server.ts';
import * as archive from './archive.api.ts';
import { archiveOf } from './archive.server.ts';
import { collections } from './collections.server.ts';
import * as page from './data.page.tsx';

const shop = testShop();
const { world } = shop;
let ana: Viewer;
beforeEach(async () => {
  ana = await world.person({ firstName: 'Ana <b>', plan: 'vip' });
});

async function taken(viewer: Viewer) {
  const answer = await world.send(archive.loader, viewer, '/account/data/archive');
  expect(answer.status).toBe(200);
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  const json = (name: string) => JSON.parse(String(files.get(`${name}.json`))) as Record<string, unknown>[];
  return { answer, files, json };
}

/** Puts a file of so many bytes into the store, and its row beside it. */
async function keep(viewer: Viewer, kind: 'image' | 'video', bytes: number) {
  const key = randomBytes(16).toString('hex');
  const mime = kind === 'image' ? 'image/png' : 'video/mp4';
  await row(world.em())`
    insert into media (key, owner_id, kind, status, mime, bytes, width, height, color, widths)
    values (${key}, ${viewer.id}, ${kind}, 'ready', ${mime}, ${bytes}, 640, 480, '#123456', '{320,640}')`;
  const source = join(await mkdtemp(join(tmpdir(), 'summa-kept-')), key);
  const content = randomBytes(bytes);
  await writeFile(source, content);
  await world.scope().media.put(key, kind === 'image' ? '640.jpg' : 'video.mp4', source);
  return { name: `files/${key}.${kind === 'image' ? 'jpg' : 'mp4'}`, content };
}

describe('the archive of one’s own data', () => {
  test('has every kind as a page and as JSON, and the files themselves', async () => {
    const { item, creator } = await shop.stand(999);
    await rateContent(world.member(ana), item, { rating: 4, review: 'Clear <script>x</script>' });
    await setFollow(world.member(ana), creator.username, true);
    const { clientSecret } = await startPurchase(world.member({ ...ana, plan: 'free' }), item);
    await world.payments.answer(clientSecret);
    await shop.settled();
    await fileReport(world.member(ana), { content: item }, { reason: 'spam', details: 'At 0:40' });
    await beginSession(world.em(), ana.id, { now: world.clock.at, agent: 'Firefox', address: '192.0.2.7' });
    const own = await world.item({ creator: ana.id, title: 'Deep half', tags: ['guard'] });
    const kept = [await keep(ana, 'image', 5_000), await keep(ana, 'video', 300_000)];
    await row(world.em())`
      insert into captions (media_id, language, text)
      select id, 'en', 'WEBVTT: breathe' from media where owner_id = ${ana.id} and kind = 'video'`;
    await row(world.em())`
      insert into upload_sessions (id, owner_id, name, fingerprint, bytes) values (${'a'.repeat(32)}, ${ana.id}, 'ana.mov', 'x', 9)`;

    const { answer, files, json } = await taken(ana);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="summa-${ana.username}.zip"`,
      'cache-control': 'private, no-store',
    });
    const pages = collections.flatMap(({ name }) => [`${name}.json`, `${name}.html`]);
    expect([...files.keys()].toSorted()).toEqual(
      ['index.html', ...pages, ...kept.map(({ name }) => name)].toSorted(),
    );
    for (const { name, content } of kept) expect(files.get(name)?.equals(content)).toBe(true);
    expect(json('files').map(({ file }) => file)).toEqual(kept.map(({ name }) => name));
    expect(json('captions')).toMatchObject([
      { file: kept[1]?.name, language: 'en', text: 'WEBVTT: breathe' },
    ]);
    expect(json('unfinished-uploads')).toMatchObject([{ name: 'ana.mov', bytes: 9, arrived: 0 }]);
    expect(json('account')).toMatchObject([{ email: ana.email, firstName: 'Ana <b>', plan: 'vip' }]);
    expect(json('items')).toMatchObject([{ number: own, title: 'Deep half', tags: ['guard'] }]);
    expect(json('ratings')).toMatchObject([{ item, stars: 4, review: 'Clear <script>x</script>' }]);
    expect(json('follows')).toMatchObject([{ creator: creator.username }]);
    expect(json('purchases')).toMatchObject([{ item, amountCents: 999, status: 'paid' }]);
    expect(json('receipts')).toMatchObject([{ amountCents: 999 }]);
    expect(json('reports')).toMatchObject([{ reason: 'spam', details: 'At 0:40' }]);
    expect(json('sessions')).toMatchObject([{ browser: 'Firefox', address: '192.0.2.x' }]);
    expect(String(files.get('ratings.html'))).toContain('Clear &lt;script&gt;x&lt;/script&gt;');
    expect(String(files.get('payouts.html'))).toContain('Nothing of this is kept.');
    expect(String(files.get('index.html'))).toContain(`The data of @${ana.username}`);
    const theirs = await taken(creator);
    expect(theirs.json('earnings')).toMatchObject([{ kind: 'sale', amountCents: 500 }]);
  });

  test('has no data of other members, and no secret', async () => {
    const { item, creator } = await shop.stand(999);
    await keep(creator, 'image', 100);
    await rateContent(world.member(await world.person({ firstName: 'Stranger', plan: 'vip' })), item, {
      rating: 1,
      review: 'Written by a stranger',
    });
    await row(world.em())`update users set payout_email = 'pay-them@example.com' where id = ${creator.id}`;
    await setFollow(world.member(ana), creator.username, true);
    const { files } = await taken(ana);
    const all = [...files.values()].map(String).join('\n');
    for (const word of [creator.email, 'pay-them@', 'Stranger', 'by a stranger', 'no hash']) {
      expect(all).not.toContain(word);
    }
    expect([...files.keys()].filter((name) => name.startsWith('files/'))).toEqual([]);
  });

  test('is complete however much there is', async () => {
    await row(world.em())`
      insert into content (creator_id, title, category, tier, content_type)
      select ${ana.id}, 'Item ' || n, 'training', 'free', 'image' from generate_series(1, 1001) n`;
    const { json } = await taken(ana);
    expect(new Set(json('items').map(({ number }) => number)).size).toBe(1_001);
  });

  test('may be aborted, and can be made five times an hour', async () => {
    await keep(ana, 'video', 3_000_000);
    const ask = () => world.send(archive.loader, ana, '/account/data/archive');
    world.rates.scale = 1;
    const reader = (await ask()).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const states = [];
    for (let asked = 0; asked < 5; asked += 1) {
      const answer = await ask();
      states.push(answer.status);
      await answer.body?.cancel();
    }
    world.rates.scale = 10_000;
    expect(states).toEqual([200, 200, 200, 200, 429]);
  });

  test('is cut off when the database fails in the middle, and the process goes on', async () => {
    const answer = await world.send(archive.loader, ana, '/account/data/archive');
    await row(world.em())`alter table ratings rename to ratings_away`;
    try {
      await expect(answer.arrayBuffer()).rejects.toThrow();
    } finally {
      await row(world.em())`alter table ratings_away rename to ratings`;
    }
  });

  test('is cut off when a file cannot be read', async () => {
    const kept = [await keep(ana, 'video', 3_000_000), await keep(ana, 'video', 3_000_000)];
    const keys = kept.map(({ name }) => name.slice('files/'.length, -'.mp4'.length));
    const scope = world.member(ana);
    const stat = vi.spyOn(scope.media, 'stat');
    const answer = new Response(archiveOf(scope));
    // Files that are missing before the archive looks for them are left out. A cancelled archive may still look, too.
    await expect.poll(() => stat.mock.calls.map(([key]) => key)).toEqual(expect.arrayContaining(keys));
    await Promise.all(stat.mock.results.map(({ value }) => value));
    // The first may be open already; the second waits for its turn until the first is read.
    for (const key of keys) {
      const path = String(await world.scope().media.localPath(key, 'video.mp4'));
      await rm(path);
      await mkdir(path);
    }
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  test('includes every table that refers to members', async () => {
    const { scope, plans } = watched(world.member(ana));
    for (const { read } of collections) await read(scope.em, { memberId: ana.id, after: 0, size: 1 });
    const read = new Set(
      plans.flatMap(({ sql }) => [...sql.matchAll(/\b(?:from|join) "?(\w+)/g)].map(([, table]) => table)),
    );
    const known = await rows<{ name: string }>(world.em())`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass order by 1`;
    // Columns that repeat another table, hold only a secret or an address at the provider, or, of clips, stay for minutes.
    const without = [
      'account_links',
      'pending_sign_ins',
      'content_stats',
      'creator_days',
      'customers',
      'clips',
    ];
    const elsewhere = [
      ...without,
      'recovery_codes',
      'refunds',
      'take_downs',
      'creator_totals',
      'ledger_checkpoints',
    ];
    const missing = known.map(({ name }) => name).filter((name) => !read.has(name));
    expect(missing.filter((name) => !elsewhere.includes(name))).toEqual([]);
  });
});

test('the page says how much there is to download', async () => {
  await keep(ana, 'image', 2_000);
  const answer = await world.send(page.loader, ana, '/account/data');
  expect(await answer.json()).toMatchObject({ files: 1, bytes: 2_000 });
  expect((await world.send(page.loader, null, '/account/data')).headers.get('location')).toBe(
    '/auth?tab=sign-in&next=%2Faccount%2Fdata',
  );
});
