import { beforeAll, describe, expect, test } from 'vitest';
import { choices, control, rendered, textOf } from '../../../../tests/support/browser/rendered.tsx';
import { testWorld } from '../../../../tests/support/world.ts';
import { difficultyLevels, labelOf, techniqueTypes } from '../../../domain/content-terms.ts';
import * as itemsCall from './content.api.ts';
import * as discover from './discover.page.tsx';

const world = testWorld();
const four = ['training', 'competition', 'recovery', 'equipment'] as const;
beforeAll(async () => {
  for (const category of four) await world.item({ category, title: `Drill ${category}` });
  await world.item({ tier: 'premium', title: 'Half premium' });
  await world.item({ tier: 'vip', title: 'Crown vip' });
});
const open = (query = '') => rendered(world, discover, null, `/discover${query}`);
const titles = (html: string) =>
  [...html.matchAll(/<h\d class="card__title">(.*?)<\/h\d>/gs)].map(([, title = '']) => textOf(title));

describe('the screen', () => {
  test('[C2.11] [C6.1] has its search box, which asks /discover', async () => {
    const { html } = await open('?search=recovery');
    expect(html).toMatch(/<form action="\/discover" class="stack"[^>]*>/);
    expect(control(html, 'search')).toContain('placeholder="Search creators or content..."');
    expect(control(html, 'search')).toContain('value="recovery"');
    expect(titles(html)).toEqual(['Drill recovery']);
  });

  test('[C2.12] filters by tier; all is no filter', async () => {
    expect(choices((await open()).html, 'tier').map(([value]) => value)).toEqual([
      'all',
      'free',
      'premium',
      'vip',
    ]);
    expect(titles((await open('?tier=all')).html)).toHaveLength(6);
    expect(titles((await open('?tier=free')).html)).toHaveLength(4);
    expect(titles((await open('?tier=premium')).html)).toEqual(['Half premium']);
    expect(titles((await open('?tier=vip')).html)).toEqual(['Crown vip']);
  });

  test('[C2.13] [C9.12] filters by the first four categories; all is no filter', async () => {
    const offered = choices((await open()).html, 'category').map(([value]) => value);
    expect(offered).toEqual(['all', ...four]);
    expect(titles((await open('?category=all')).html)).toHaveLength(6);
    for (const category of four.slice(1)) {
      expect(titles((await open(`?category=${category}`)).html)).toEqual([`Drill ${category}`]);
    }
  });

  test("[C2.14] hides technique type, difficulty level and content type behind 'More Filters'", async () => {
    const { html } = await open();
    const more = /<details><summary>More Filters<\/summary>.*?<\/details>/s.exec(html)?.[0] ?? '';
    const values = (name: string) => choices(more, name).map(([value]) => value);
    expect(values('techniqueType')).toEqual(['all', ...techniqueTypes]);
    expect(values('difficultyLevel')).toEqual(['all', ...difficultyLevels]);
    expect(choices(more, 'contentType')).toEqual([
      ['all', 'All'],
      ...['image', 'video', 'mixed'].map((kind) => [kind, labelOf(kind)]),
    ]);
  });
});

describe('what was found', () => {
  const chips = (html: string) =>
    [...html.matchAll(/<a class="tag" href="([^"]*)">(.*?)<\/a>/gs)].map(([, href = '', words = '']) => [
      href.replaceAll('&amp;', '&'),
      textOf(words),
    ]);

  test('has its number, and each filter as a link that removes it', async () => {
    const { html } = await open('?search=drill&category=recovery&tier=free&sort=popular');
    expect(html).toContain('>1 technique<');
    expect(chips(html)).toEqual([
      ['/discover?tier=free&category=recovery&sort=popular', 'Remove Search: “drill”'],
      ['/discover?search=drill&category=recovery&sort=popular', 'Remove Subscription Tier: Free'],
      ['/discover?search=drill&tier=free&sort=popular', 'Remove Category: Recovery'],
    ]);
    expect(chips((await open('?search=drill')).html)).toEqual([['/discover', 'Remove Search: “drill”']]);
    expect(chips((await open()).html)).toEqual([]);
  });

  test('names a word that is no filter', async () => {
    expect(textOf((await open('?tier=bogus')).html)).toContain('“bogus” is not one of our filters');
  });
});

describe('GET /api/content', () => {
  test.each([
    ['tier', 'all, free, premium, vip'],
    ['category', 'all, training, competition, recovery, equipment, technique, lifestyle'],
    ['sort', 'best, newest, popular, rated, price'],
  ])('refuses a %s that it does not know, with those that it knows', async (name, words) => {
    const answer = await world.send(itemsCall.loader, null, `/api/content?${name}=bogus`);
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors).toEqual({ [name]: [`Please choose one of: ${words}.`] });
  });

  const list = async (query: string) => {
    const answer = await world.send(itemsCall.loader, null, `/api/content${query}`);
    return (await answer.json()).map(({ title }: { title: string }) => title);
  };
  test.each([
    ['', 6],
    ['?tier=free', 4],
    ['?tier=premium', 1],
    ['?tier=vip&search=crown', 1],
    ['?category=recovery', 1],
    ['?category=recovery&tier=vip', 0],
    ['?search=drill', 4],
    ['?search=drill&category=equipment&tier=free', 1],
  ])('[C7.10] %s lists %i', async (query, count) => {
    expect(await list(query)).toHaveLength(count);
  });
});
