import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { questions, wayAddress } from '../e2e/map/map-questions.ts';
import { chromiumArgs, findChromium } from '../support/browser/chromium.ts';
import { ask } from '../support/site/live.ts';
import { startSite } from '../support/site/site.ts';
import { isHere, said, testFolder } from './program.ts';

/** What the site hands to other programs, opened by public programs of each kind, on the site with its demo content. */
const files = testFolder();
let site: Awaited<ReturnType<typeof startSite>>;
let member = '';
let found = { item: '', position: '', way: '' };

beforeAll(async () => {
  site = await startSite();
  const json = { email: 'vip@example.com', password: 'jiujitsu' };
  const signedIn = await ask(site.address, '/api/login', { method: 'POST', json });
  member = [signedIn.headers['set-cookie'] ?? []]
    .flat()
    .map((each) => each.split(';')[0])
    .join('; ');
  const first = async (page: string, pattern: RegExp) => pattern.exec((await get(page)).text)?.[0] ?? '';
  const way = await first(wayAddress(questions[0]), /\/map\/way\/pack\.zip\?[^"]+/);
  found = {
    item: await first('/creators/marina_costa?tier=free', /\/content\/\d+/),
    position: await first('/map/half-guard', /\/map\/p\/\d+-[\w-]+/),
    way: way.replaceAll('&amp;', '&'),
  };
}, 240_000);
afterAll(() => site?.stop(), 60_000);

const get = async (path: string) => {
  const answer = await ask(site.address, path, { as: member });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer;
};
const save = async (name: string, path: string) => files.kept(name, (await get(path)).bytes);

const zips: Record<string, () => string> = {
  'the pack of an item': () => `${found.item}/pack.zip`,
  'the pack of a position': () => `${found.position}/pack.zip`,
  'the pack of a way': () => found.way,
  'the archive of own data': () => '/account/data/archive',
};

describe.skipIf(!isHere('unzip', { debian: 'unzip', uses: 'open archives with unzip' }))('unzip', () => {
  test.each(Object.keys(zips))('%s is whole', async (name) => {
    const file = await save('unzip.zip', zips[name]?.() ?? '');
    expect(said('unzip', ['-t', file])).toContain('No errors detected');
  });
});

describe.skipIf(!isHere('bsdtar', { debian: 'libarchive-tools', uses: 'open archives with bsdtar' }))(
  'bsdtar, which reads from the start as browsers and phones do',
  () => {
    test.each(Object.keys(zips))('%s has every file with its bytes', async (name) => {
      const file = await save('bsdtar.zip', zips[name]?.() ?? '');
      const names = said('bsdtar', ['-tf', file]).trim().split('\n');
      expect(names.length).toBeGreaterThan(1);
      expect(said('bsdtar', ['-xOf', file, names[0] ?? '']).length).toBeGreaterThan(10);
    });
  },
);

const feeds = ['/feed.xml', '/map/feed.xml', '/creators/marina_costa/feed.xml'];

describe.skipIf(!isHere('xmllint', { debian: 'libxml2-utils', uses: 'read XML with xmllint' }))(
  'xmllint',
  () => {
    test.each(feeds)('%s is well-formed', async (path) => {
      said('xmllint', ['--noout', '--nonet', await save('feed.xml', path)]);
    });

    test('the sitemap follows the schema of sitemaps.org', async () => {
      const file = await save('sitemap.xml', '/sitemap.xml');
      said('xmllint', ['--noout', '--nonet', '--schema', 'tests/programs/sitemap.xsd', file]);
    });

    test('a drawing of the map is SVG', async () => {
      const [, address = ''] = /src="(\/map\/drawing\/[^"?]+)/.exec((await get(found.position)).text) ?? [];
      const file = await save('drawing.svg', address);
      expect(said('xmllint', ['--nonet', '--xpath', 'namespace-uri(/*)', file]).trim()).toBe(
        'http://www.w3.org/2000/svg',
      );
    });
  },
);

describe.skipIf(!isHere('newsboat', { debian: 'newsboat', uses: 'read feeds in newsboat' }))(
  'newsboat',
  () => {
    test.each(feeds)(
      '%s shows each entry once, with its title, link and day, also after a second look',
      async (path) => {
        const { text } = await get(path);
        const count = text.split('<item>').length - 1;
        expect(count).toBeGreaterThan(0);
        const urls = files.kept('urls', `${site.address}${path}\n`);
        const [config, cache] = [
          files.kept('config', ''),
          join(files.folder, `${path.replaceAll('/', '-')}.db`),
        ];
        for (let look = 0; look < 2; look += 1)
          said('newsboat', ['-q', '-C', config, '-u', urls, '-c', cache, '-x', 'reload'], {
            HOME: files.folder,
          });
        const kept = new DatabaseSync(cache, { readOnly: true });
        const entries = kept.prepare('select title, url, pubDate as at from rss_item').all();
        kept.close();
        expect(entries).toHaveLength(count);
        for (const { title, url, at } of entries) {
          expect(String(title)).not.toBe('');
          expect(String(url)).toMatch(/^http/);
          expect(Number(at)).toBeGreaterThan(1_000_000_000);
        }
      },
    );
  },
);

const chromium = findChromium();
if (!chromium) process.stderr.write('Chromium is missing: the tests that print pages are skipped.\n');
const hasPdf = isHere('pdftotext', { debian: 'poppler-utils', uses: 'read printed pages' });

describe.skipIf(!chromium || !hasPdf)('printed by Chromium and read by pdftotext', () => {
  const sheets: Record<string, () => string> = {
    'the sheet of an item': () => `${found.item}/sheet`,
    'the sheet of a position': () => `${found.position}/sheet`,
    'the sheet of a way': () => found.way.replace('/pack.zip', '/sheet'),
  };
  test.each(Object.keys(sheets))('%s is one page with its title', async (name) => {
    const path = sheets[name]?.() ?? '';
    const [, heading = ''] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec((await get(path)).text) ?? [];
    const file = join(files.folder, 'sheet.pdf');
    said(chromium ?? '', [
      ...chromiumArgs,
      '--headless',
      '--no-pdf-header-footer',
      `--user-data-dir=${files.folder}/browser`,
      `--print-to-pdf=${file}`,
      `${site.address}${path}`,
    ]);
    expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-');
    const words = (text: string) =>
      text
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
    const pages = said('pdftotext', ['-layout', file, '-'])
      .split('\f')
      .filter((page) => page.trim() !== '');
    expect(pages).toHaveLength(1);
    expect(words(pages[0] ?? '')).toContain(words(heading).slice(0, 30));
  });
});
