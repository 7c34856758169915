import { beforeAll, describe, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { techniques } from '../../../demo/techniques.ts';
import { filtersOf } from './filters.schema.ts';
import { listContent } from './lists.server.ts';

const world = testWorld();

const search = async (text: string, more = '') => {
  const filters = filtersOf(new URLSearchParams(`${more}&search=${encodeURIComponent(text)}`));
  const { items, near } = await listContent(world.scope(), { filters, size: 48 });
  return { items, near, text: items.map((card) => `${card.title} ${card.tags.join(' ')}`.toLowerCase()) };
};

beforeAll(async () => {
  const creator = await world.person();
  for (const technique of techniques) {
    const id = await world.item({ ...technique, creator: creator.id, isForSale: false, priceCents: null });
    await row(world.em())`update content set steps = ${technique.steps}::text[] where id = ${id}`;
  }
  await world.item({ creator: creator.id, title: 'Secretive xylophone draft', status: 'draft' });
});

describe('a search finds, by exact words', () => {
  test.each([
    ['armbar', 'armbar'],
    ['ARMBARS', 'armbar'],
    ['escaping the mount', 'mount'],
    ['mata leao', 'mata leao'],
    ['mata leão', 'mata leao'],
    ['chave de braço', 'chave de bra'],
    ['"closed guard"', 'closed guard'],
    ['sweeps', 'sweep'],
  ])('%s', async (asked, part) => {
    const { items, near, text } = await search(asked);
    expect(items.length).toBeGreaterThan(0);
    expect(near).toBeNull();
    expect(text.some((each) => each.includes(part.toLowerCase()))).toBe(true);
  });

  test('words of the description and the steps too', async () => {
    const { items } = await search('Masahiko');
    expect(items.map((card) => card.title)).toEqual([expect.stringContaining('Kimura')]);
  });

  test('with a word left out by a minus', async () => {
    const { items: all } = await search('armbar');
    const { items: some, text } = await search('armbar -mount');
    expect(some.length).toBeLessThan(all.length);
    expect(text.filter((each) => each.includes('mount'))).toEqual([]);
  });

  test('within the other filters', async () => {
    const { items } = await search('guard', 'tier=vip');
    expect(new Set(items.map((card) => card.tier))).toEqual(new Set(['vip']));
  });
});

describe('a misspelt search is corrected and says so', () => {
  test.each([
    ['armbr', 'armbar'],
    ['trianlge', 'triangle'],
    ['omaplata', 'omoplata'],
    ['Kimurra', 'kimura'],
    ['quimura', 'kimura'],
    ['gaurd', 'guard'],
    ['closed gaurd', 'closed guard'],
    ['guilotine', 'guillotine'],
    ['berim bollo', 'berimbolo'],
    ['darce choek', 'choke'],
    ['mata leoa', 'leao'],
    ['deep half gaurd', 'half guard'],
  ])('%s', async (asked, meant) => {
    const { items, near } = await search(asked);
    expect(items.length, JSON.stringify(near)).toBeGreaterThan(0);
    expect(near?.words.join(' ')).toContain(meant);
  });

  test.each([
    ['closedguard', 'closed guard'],
    ['delariva', 'de la riva'],
    ['dela riva', 'de la riva'],
    ['nogi', 'no-gi'],
  ])('words written as one are found: %s', async (asked, meant) => {
    const { near, text } = await search(asked);
    expect(near?.words).toEqual([meant]);
    expect(text[0]).toContain(meant);
  });
});

describe('the best match comes first', () => {
  test.each([
    ['armbar', 'armbar'],
    ['kimura', 'kimura'],
    ['half guard', 'half guard'],
    ['guard pass', 'guard pass'],
    ['takedown', 'takedown'],
  ])('%s: before those that only mention it', async (asked, part) => {
    const { items, text } = await search(asked);
    const isNamed = (each: string) => each.includes(part);
    const named = text.filter(isNamed).length;
    expect(named).toBeGreaterThan(1);
    expect(items.length).toBeGreaterThan(named);
    expect(text.slice(0, named).filter((each) => !isNamed(each))).toEqual([]);
  });
});

describe('stop words are found as they are spelt when nothing else is asked', () => {
  beforeAll(async () => {
    await world.item({ title: 'All about the underhook', publishedAt: new Date('2020-01-01') });
    await world.item({ title: 'Commonly missed grips', tags: ['only gi'] });
    await world.item({ title: 'Commonly missed hooks' });
  });

  test.each([
    ['about', 'All about the underhook'],
    ['ONLY', 'Commonly missed grips'],
    ['only about', null],
    ['all about the', 'All about the underhook'],
  ])('%s', async (asked, title) => {
    for (const sort of ['best', 'newest']) {
      const { items, near } = await search(asked, `sort=${sort}`);
      const found = items.map((card) => card.title);
      expect([near, found.includes(title ?? ''), found.includes('Commonly missed hooks')]).toEqual([
        null,
        title !== null,
        false,
      ]);
    }
  });

  test('stop words match in the title first, and are ignored beside a word that counts', async () => {
    const { items } = await search('the');
    expect(items.length).toBeGreaterThan(0);
    const counts = items.map((card) => /\bthe\b/i.test(card.title));
    expect(counts).toEqual(counts.toSorted((a, b) => Number(b) - Number(a)));
    expect((await search('about underhook')).items.map((card) => card.title)).toContain(
      'All about the underhook',
    );
  });
});

describe('a search without meaning', () => {
  test.each([
    'zzqqxx',
    'qwertyuiop guard',
    'the',
    'a',
    '%',
    '_',
    '&|!()',
    "';--",
    ':*',
    '\\',
    '"',
    '-',
    '🥋',
    '   ',
  ])('%j is not an error', async (asked) => {
    await expect(search(asked)).resolves.toBeDefined();
  });

  test('finds nothing, and is not said to be corrected', async () => {
    expect(await search('zzqqxx')).toMatchObject({ items: [], near: null });
    expect(await search('zzqqxx guard')).toMatchObject({ items: [], near: null });
  });

  test('spaces only count as no search', async () => {
    expect((await search('   ')).items).toHaveLength(48);
  });

  test('never suggests a word of another member’s draft', async () => {
    expect(await search('xylophon')).toMatchObject({ items: [], near: null });
    const known = await row(world.em())`select 1 from search_words where word = 'xylophone'`;
    expect(known).toBeNull();
  });
});

test('a word can be suggested once its item is published', async () => {
  const id = await world.item({ title: 'Ushirogeri', status: 'draft' });
  expect((await search('ushirogrei')).items).toEqual([]);
  await row(world.em())`update content set status = 'published' where id = ${id}`;
  expect((await search('ushirogrei')).items.map((card) => card.id)).toEqual([id]);
});
