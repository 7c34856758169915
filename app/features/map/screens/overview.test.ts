import { describe, expect, test } from 'vitest';
import { families } from '../graph/families.ts';
import { middleOf, places, shownLines, size } from './overview.ts';
import { countTags, filtered, filterPath, readTagFilters } from './tags.ts';

describe('the drawn overview', () => {
  test('has one place for each family, which lies in the drawing', () => {
    expect(places.map(({ slug }) => slug).toSorted()).toEqual(families.map(({ slug }) => slug).toSorted());
    const middles = places.map((place) => {
      const { x, y } = middleOf(place);
      expect(x > 0 && x < size.width && y > 0 && y < size.height, place.slug).toBe(true);
      return `${x} ${y}`;
    });
    expect(new Set(middles).size).toBe(families.length);
    // As wide as a phone, so that its words stay readable.
    expect(size.width).toBeLessThanOrEqual(343);
  });

  test('draws the strongest pairs alone, thicker where there are more ways', () => {
    const pairs = Array.from({ length: 200 }, () => ({ one: 'back', other: 'turtle', ways: 12 }));
    const lines = shownLines([{ one: 'mount', other: 'back', ways: 24 }, ...pairs]);
    expect(lines.length).toBeLessThan(40);
    expect(lines[0]?.width).toBeGreaterThan(lines[1]?.width ?? 0);
    expect(shownLines([{ one: 'no-family', other: 'back', ways: 3 }])).toEqual([]);
  });
});

describe('filters by tag', () => {
  const things = [
    { name: 'a', allTags: new Set(['kimura', 'gi']), ruleset: 'gi' as const },
    { name: 'b', allTags: new Set(['kimura', 'frame']), ruleset: 'both' as const },
    { name: 'c', allTags: new Set(['frame']), ruleset: 'nogi' as const },
  ];
  const kept = (query: string) =>
    filtered(things, readTagFilters(new URLSearchParams(query)))
      .map(({ name }) => name)
      .join('');

  test.each([
    ['', 'abc'],
    ['with=kimura', 'ab'],
    ['with=kimura,frame', 'b'],
    ['with=KIMURA', 'ab'],
    ['without=kimura', 'c'],
    ['with=frame&without=kimura', 'c'],
    ['ruleset=gi', 'ab'],
    ['ruleset=nogi', 'bc'],
    ['ruleset=judo', 'abc'],
    ['with=<script>', 'abc'],
    ['with=unheard_of', ''],
  ])('%s keeps %s', (query, expected) => {
    expect(kept(query)).toBe(expected);
  });

  test('say how many each tag would leave, without those that would leave all', () => {
    expect(countTags(things, ['frame'])).toEqual([
      { tag: 'kimura', count: 2 },
      { tag: 'gi', count: 1 },
    ]);
    expect(countTags(things.slice(0, 1), [])).toEqual([]);
  });

  test('stay in the address with what else it says, and without a percent sign', () => {
    const filters = readTagFilters(new URLSearchParams('with=b,a&without=c&ruleset=gi'));
    expect(filterPath('/map/mount', filters, { as: 'top' })).toBe(
      '/map/mount?as=top&with=b,a&without=c&ruleset=gi',
    );
    expect(filterPath('/map/mount', readTagFilters(new URLSearchParams()))).toBe('/map/mount');
    const many = readTagFilters(new URLSearchParams(`with=${Array.from({ length: 50 }, (_, n) => `t${n}`)}`));
    expect(many.with).toHaveLength(6);
  });
});
