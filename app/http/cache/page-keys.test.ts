import { expect, test } from 'vitest';
import { readChange } from './library-change.ts';
import { keysOf } from './page-keys.ts';

const card = (id: number, by: string) =>
  `<a href="/content/${id}">An item</a> <a href="/creators/${by}">by</a>`;

test('a page has the keys of all that it links to, of what it is about, and of the lists that it has', () => {
  expect(keysOf('/discover', `${card(7, 'Ann')}${card(7, 'ann')}${card(12, 'bob')}`)).toEqual([
    'all',
    'lists',
    'item-7',
    'creator-ann',
    'item-12',
    'creator-bob',
  ]);
  expect(keysOf('/content/7', '<a href="/content/7/comments?x=1">Comments</a>')).toEqual([
    'all',
    'map',
    'item-7',
  ]);
  expect(keysOf('/creators/Ann', '')).toEqual(['all', 'lists', 'creator-ann']);
  expect(keysOf('/map/half-guard', card(3, 'ann'))).toEqual(['all', 'lists', 'map', 'item-3', 'creator-ann']);
  expect(keysOf('/privacy-policy', '<a href="/content">x</a><a href="https://a.b/content/9">x</a>')).toEqual([
    'all',
  ]);
});

test('a page has a bounded number of keys: with too many, every change concerns it', () => {
  const cards = Array.from({ length: 200 }, (_, n) => card(n + 1, `member_${n}`)).join('');
  expect(keysOf('/discover', cards)).toEqual(['all', 'lists', 'many']);
  expect(readChange('item-9').keys).toContain('many');
  const fifty = Array.from({ length: 50 }, (_, n) => card(2_147_483_000 + n, `${'m'.repeat(28)}${n}`)).join(
    '',
  );
  const keys = keysOf('/map/half-guard', fifty);
  expect(keys).toHaveLength(103);
  // Caches and proxies take a header of eight kilobytes.
  expect(keys.join(' ').length).toBeLessThan(6_000);
});

test('a notice says what changed, and what was taken away', () => {
  expect(readChange('')).toEqual({ keys: [], gone: [] });
  expect(readChange('!item-7 !media-0f item-7 lists')).toEqual({
    keys: ['item-7', 'lists', 'many'],
    gone: ['item-7', 'media-0f'],
  });
  expect(readChange('!all').gone).toEqual(['all']);
});
