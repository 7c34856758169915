import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as plans from '../features/commerce/plans/subscriptions.page.tsx';
import * as discover from '../features/library/catalog/discover.page.tsx';
import * as creator from '../features/library/creators/creator.page.tsx';
import * as creators from '../features/library/creators/creators.page.tsx';
import { shareTags } from '../features/library/items/share-tags.ts';
import * as home from '../features/site/landing/home.page.tsx';
import * as guidelines from '../features/site/pages/community-guidelines.page.tsx';
import * as help from '../features/site/pages/help-center.page.tsx';
import * as privacy from '../features/site/pages/privacy-policy.page.tsx';
import * as terms from '../features/site/pages/terms-of-service.page.tsx';

const origin = 'https://summa.example';
const matches = [{ id: 'root', data: { origin } }];
type Tag = Record<string, string>;
const tagsOf = (page: object, data: object = {}, search = ''): Tag[] =>
  (page as { meta: (of: object) => Tag[] }).meta({ matches, data, location: { search } });
const canonical = (tags: Tag[]) => tags.find((tag) => tag.rel === 'canonical')?.href;
const content = (tags: Tag[], name: string) =>
  tags.find((tag) => tag.property === name || tag.name === name)?.content;

const filters = { search: '' };
const marina = { name: 'Marina Costa', handle: '@marina', bio: null, username: 'marina', avatar: null };

test.each([
  ['/', home, {}],
  ['/discover', discover, { filters, list: { origin }, canonical: '/discover' }],
  ['/creators', creators, { filters, origin }],
  ['/creators/marina', creator, { creator: marina, followers: 2, list: { origin } }],
  ['/subscriptions', plans, {}],
  ['/help-center', help, {}],
  ['/community-guidelines', guidelines, {}],
  ['/privacy-policy', privacy, {}],
  ['/terms-of-service', terms, {}],
])('[C4] %s shares as a card: title, words, address and picture', (path, page, data) => {
  const tags = tagsOf(page, data);
  const url = `${origin}${path}`;
  expect(content(tags, 'og:url')).toBe(url);
  expect(tags.find((tag) => tag.rel === 'canonical')?.href).toBe(url);
  expect(content(tags, 'og:title')?.length).toBeGreaterThan(3);
  expect(content(tags, 'og:description')).toBe(content(tags, 'description'));
  expect(content(tags, 'og:image')).toBe(`${origin}/share.png`);
  expect(content(tags, 'twitter:card')).toBe('summary_large_image');
});

test.each([
  ['/discover', discover, { filters, canonical: '/discover' }],
  ['/creators', creators, { filters }],
  ['/creators/marina', creator, { creator: marina, followers: 2, list: { origin } }],
])('a further page of %s is canonical to itself and is not indexed by search engines', (path, page, data) => {
  const first = tagsOf(page, data);
  const further = tagsOf(page, data, '?after=abc');
  expect([canonical(first), content(first, 'robots')]).toEqual([`${origin}${path}`, undefined]);
  expect([canonical(further), content(further, 'robots')]).toEqual([`${origin}${path}?after=abc`, 'noindex']);
});

test('a filtered list names its filters in its title', () => {
  const titleOf = (of: object) => tagsOf(discover, { filters: { search: '', ...of } })[0]?.title;
  expect(titleOf({})).toBe('Discover techniques | Summa');
  expect(titleOf({ tier: 'vip' })).toBe('VIP techniques | Summa');
  expect(titleOf({ tier: 'free', category: 'competition' })).toBe('Free competition techniques | Summa');
  expect(titleOf({ category: 'recovery' })).toBe('Recovery techniques | Summa');
  expect(titleOf({ search: 'guard', tier: 'vip' })).toBe("'guard' in Discover | Summa");
});

test('a creator shares with their own picture, as a small card', () => {
  const tags = tagsOf(creator, {
    creator: { ...marina, avatar: '/media/a/320.webp' },
    followers: 2,
    list: { origin },
  });
  expect(content(tags, 'og:image')).toBe(`${origin}/media/a/320.webp`);
  expect(content(tags, 'twitter:card')).toBe('summary');
});

test("an item without a picture shares with Summa's", () => {
  const item = { title: 'Knee cut', description: null, creatorName: 'Marina', techniqueType: 'pass' };
  const tags = shareTags(matches, {
    ...item,
    url: `${origin}/content/3`,
    shareImage: null,
    isPublished: true,
  }) as Tag[];
  expect(content(tags, 'og:image')).toBe(`${origin}/share.png`);
});

test("Summa's picture is there", () => expect(existsSync('public/share.png')).toBe(true));
