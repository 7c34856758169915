import { describe, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { admins, api, members } from '../../../routes.ts';
import * as creatorFeed from './creator-feed.api.ts';
import { learningResource } from './json-ld.ts';
import * as robots from './robots.api.ts';
import * as siteFeed from './site-feed.api.ts';
import * as sitemapCall from './sitemap.api.ts';
import { xml } from './xml.ts';

const world = testWorld();
interface Row {
  path?: string;
  children?: Row[];
}
const pathsOf = (rows: Row[], parent = ''): string[] =>
  rows.flatMap(({ path = '', children = [] }) => {
    const whole = path ? `${parent}/${path.replaceAll(/:\w+/g, 'x')}` : parent;
    return [whole, ...pathsOf(children, whole)];
  });
const origin = 'http://localhost:3000';

const read = async (
  edge: typeof siteFeed,
  path: string,
  params: Record<string, string> = {},
  init?: RequestInit,
) => world.send(edge.loader, null, path, params, init);
const textOf = async (...asked: Parameters<typeof read>) => (await read(...asked)).text();
const links = (text: string) => [...text.matchAll(/<link>([^<]*)<\/link>/g)].map(([, link]) => link);

/** Well formed, as far as a reader of feeds cares: every opened element is closed in turn. */
function expectXml(text: string) {
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/);
  const open: string[] = [];
  for (const [, slash, name = '', selfClosed] of text.matchAll(/<(\/?)([\w:]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (slash) expect(open.pop()).toBe(name);
    else if (!selfClosed) open.push(name);
  }
  expect(open).toEqual([]);
  expect(text.replace(/<[^<>]*>|&#\d+;/g, '')).not.toMatch(/[<>&]/);
}

describe('RSS', () => {
  test('[C4] lists what is open to all, newest first, and nothing else', async () => {
    const creator = await world.person({ firstName: 'Ana & "Bo"' });
    const free = await world.item({
      creator: creator.id,
      title: '<script>alert(1)</script> & more',
      description: 'Ends with a bell \u0007 and a half \ud83d',
      tags: ['gi', 'a&b'],
      hasPicture: true,
    });
    const newer = await world.item({ title: 'Newer' });
    const marker = 'LOCKED-MARKER';
    for (const facts of [
      { tier: 'premium' },
      { tier: 'vip' },
      { status: 'draft' },
      { status: 'withdrawn' },
    ] as const) {
      await world.item({ creator: creator.id, title: marker, description: marker, ...facts });
    }
    const text = await textOf(siteFeed, '/feed.xml');
    expectXml(text);
    expect(text).not.toContain(marker);
    expect(links(text)).toEqual([
      `${origin}/discover?tier=free`,
      `${origin}/content/${newer}`,
      `${origin}/content/${free}`,
    ]);
    expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#38; more');
    expect(text).toContain('<dc:creator>Ana &#38; &#34;Bo&#34; ');
    expect(text).toMatch(
      /<media:content url="http:\/\/localhost:3000\/media\/[0-9a-f]{32}\/640\.jpg" medium="image"/,
    );
    const own = await textOf(creatorFeed, `/creators/${creator.username}/feed.xml`, {
      username: creator.username,
    });
    expectXml(own);
    expect(links(own)).toEqual([`${origin}/creators/${creator.username}`, `${origin}/content/${free}`]);
  });

  test('is sent again only after a change', async () => {
    const first = await read(siteFeed, '/feed.xml');
    expect(first.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const etag = first.headers.get('etag') ?? '';
    const again = (tag: string) => read(siteFeed, '/feed.xml', {}, { headers: { 'if-none-match': tag } });
    expect((await again(etag)).status).toBe(304);
    expect((await again(`"x", W/${etag}`)).status).toBe(304);
    await world.item({ title: 'Something new' });
    expect((await again(etag)).status).toBe(200);
  });

  test('of an unknown creator is 404', async () => {
    for (const username of ['nobody_here', (await world.person()).username]) {
      expect((await read(creatorFeed, `/creators/${username}/feed.xml`, { username })).status).toBe(404);
    }
  });
});

describe('the sitemap', () => {
  test('lists every page, creator and published item, locked ones too', async () => {
    const creator = await world.person();
    const item = await world.item({ creator: creator.id, tier: 'vip' });
    const draft = await world.item({ creator: creator.id, status: 'draft' });
    const text = await textOf(sitemapCall, '/sitemap.xml');
    expectXml(text);
    for (const path of ['/', '/discover', `/creators/${creator.username}`, `/content/${item}`]) {
      expect(text).toContain(`<loc>${origin}${path}</loc>`);
    }
    expect(text).not.toContain(`/content/${draft}<`);
    expect(text).not.toContain(`/creators/${(await world.person()).username}<`);
  });

  test('becomes an index of parts when it is long', async () => {
    const creator = await world.person();
    await row(world.em())`insert into content (id, creator_id, title, category, tier, content_type)
      values (45000, ${creator.id}, 'Far away', 'training', 'free', 'image')`;
    const text = await textOf(sitemapCall, '/sitemap.xml');
    expectXml(text);
    const parts = [...text.matchAll(/<loc>http:\/\/localhost:3000(\/sitemap\.xml\?part=[\w-]+)<\/loc>/g)];
    expect(parts.map(([, path]) => path?.split('=')[1])).toEqual([
      'pages',
      'map',
      'creators-1',
      'content-1',
      'content-2',
      'content-3',
    ]);
    const found = await Promise.all(parts.map(([, path = '']) => textOf(sitemapCall, path)));
    for (const part of found) expectXml(part);
    expect(found.join('')).toContain(`<loc>${origin}/content/45000</loc>`);
    expect(found.join('')).toContain(`<loc>${origin}/creators/${creator.username}</loc>`);
    for (const wrong of ['content-0', 'content-99999999', 'users-1', "content-1'"]) {
      const answer = await read(sitemapCall, `/sitemap.xml?part=${encodeURIComponent(wrong)}`);
      expect([wrong, answer.status]).toEqual([wrong, 404]);
    }
  });
});

test('robots.txt excludes personal pages, names the sitemap, and leaves the plans open', async () => {
  const text = await textOf(robots, '/robots.txt');
  expect(text).toContain('Disallow: /api/\n');
  expect(text).not.toMatch(/^Disallow: \/(subscribe|creators|discover)?$/m);
  expect(text).toContain('Allow: /content/*/card.jpg\n');
  expect(text).toMatch(/\nSitemap: http:\/\/localhost:3000\/sitemap\.xml\n$/);
});

test('robots.txt excludes every address of members, admins and programs, and none for visitors', async () => {
  const rules = [...(await textOf(robots, '/robots.txt')).matchAll(/^(Disallow|Allow): (.+)$/gm)];
  const isClosed = (path: string) => {
    const fitting = rules.filter(([, , rule = '']) => {
      const pattern = rule.replaceAll(/[.?+()[\]]/g, '\\$&').replaceAll('*', '.*');
      return new RegExp(`^${pattern}`).test(path);
    });
    return fitting.toSorted(([, , a = ''], [, , b = '']) => b.length - a.length)[0]?.[1] === 'Disallow';
  };
  const personal = pathsOf([...members, ...admins, ...api]);
  expect(personal.filter((path) => !isClosed(path))).toEqual([]);
  for (const path of ['/', '/discover', '/creators', '/creators/x', '/creators/x/feed.xml', '/content/1'])
    expect([path, isClosed(path)]).toEqual([path, false]);
});

test('XML text holds no character that XML does not allow', () => {
  expect(xml('a\u0000\u0008b\tc\n<&>"\'\ud800\uffff')).toBe('ab\tc\n&#60;&#38;&#62;&#34;&#39;\ufffd');
});

test('structured data has a price only where an item is sold, and ratings only where there are some', () => {
  const facts = {
    title: 'Armbar',
    description: null,
    url: `${origin}/content/1`,
    shareImage: null,
    creatorName: 'Ana',
    creatorUrl: `${origin}/creators/ana`,
    publishedAt: null,
    tier: 'vip',
    tags: [],
    difficultyLevel: 'beginner',
    averageRating: 0,
    totalRatings: 0,
    priceCents: null,
    teaches: null,
  };
  expect(JSON.parse(JSON.stringify(learningResource(facts)))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'LearningResource',
    name: 'Armbar',
    url: `${origin}/content/1`,
    author: { '@type': 'Person', name: 'Ana', url: `${origin}/creators/ana` },
    isAccessibleForFree: false,
    educationalLevel: 'beginner',
  });
  expect(learningResource({ ...facts, priceCents: 499, averageRating: 4.5, totalRatings: 2 })).toMatchObject({
    offers: { price: '4.99', priceCurrency: 'USD' },
    aggregateRating: { ratingValue: 4.5, ratingCount: 2 },
  });
});
