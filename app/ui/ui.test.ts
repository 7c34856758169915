import { describe, expect, test } from 'vitest';
import { dayOf, isoOf } from './date.ts';
import { starsText } from './figures/stars-text.ts';
import { centsIn, money } from './money.ts';
import { count, counted, fileSize, oneDecimal, percent } from './number.ts';
import { groundOf } from './pictures/ground.ts';
import { stockAvatar } from './pictures/stock-avatar.ts';

describe('money', () => {
  test.each([
    [999, '$9.99'],
    [2499, '$24.99'],
    [0, '$0.00'],
    [50_000, '$500.00'],
    [123_456_789, '$1,234,567.89'],
  ])('%i cents are written %s', (cents, text) => expect(money(cents)).toBe(text));

  test.each([
    ['4.99', 499],
    [' $4,9 ', 490],
    ['1234567', 123_456_700],
    ['1.15', 115],
    ['0.995', null],
    ['1e3', null],
    ['1,000.00', null],
    ['-1', null],
    ['', null],
  ])('‘%s’ is read as %s cents', (text, cents) => expect(centsIn(text)).toBe(cents));
});

describe('counts', () => {
  test.each([
    [0, '0'],
    [9999, '9,999'],
    [10_000, '10K'],
    [12_345, '12.3K'],
    [1_000_000, '1M'],
  ])('%i is written %s', (number, text) => expect(count(number)).toBe(text));

  test('the noun follows the number', () => {
    expect(counted(1, 'view')).toBe('1 view');
    expect(counted(0, 'view')).toBe('0 views');
    expect(counted(2, 'person', 'people')).toBe('2 people');
  });
});

test('averages and shares are grouped and rounded as a person writes them', () => {
  expect([4, 634.46, 12_345.67].map(oneDecimal)).toEqual(['4.0', '634.5', '12,345.7']);
  expect([percent(0.125, 1), percent(0, 1), percent(12.34)]).toEqual(['12.5%', '0.0%', '1,234%']);
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1_549_000, '1.5 MB'],
  [12_345_678_901, '12.3 GB'],
])('%i bytes are %s', (bytes, text) => expect(fileSize(bytes)).toBe(text));

describe('dates', () => {
  test('are those of UTC, wherever the visitor is', () => {
    const lastSecond = '2026-11-21T23:59:59.000Z';
    expect(dayOf(lastSecond)).toBe('Nov 21, 2026');
    expect(isoOf(lastSecond)).toBe(lastSecond);
  });
});

describe('stars in words', () => {
  test.each([
    [4.6, '4.6 of 5'],
    [5, '5.0 of 5'],
    [4.25, '4.3 of 5'],
    [0, 'New'],
  ])('%d is %s', (average, text) => expect(starsText(average)).toBe(text));
});

describe('the stock avatar', () => {
  test('is always the same for a number and its text', () => {
    expect(stockAvatar(42)).toBe(stockAvatar('42'));
    expect([1, 2, 3, 4, 5, 6].map(stockAvatar)).toEqual([4, 1, 2, 2, 3, 0]);
  });

  test('[E2.68] is always one of five, and consecutive ids get all of them', () => {
    const chosen = Array.from({ length: 500 }, (_, id) => stockAvatar(id));
    for (const each of [0, 1, 2, 3, 4]) {
      const share = chosen.filter((avatar) => avatar === each).length;
      expect(share).toBeGreaterThan(60);
      expect(share).toBeLessThan(140);
    }
  });
});

describe('the background of a picture', () => {
  test.each([
    ['#000000', 'ink'],
    ['#ffffff', 'snow'],
    ['#5F83AB', 'sky'],
    ['#60a060', 'leaf'],
    ['red', undefined],
    [null, undefined],
  ])('%s lies nearest to %s', (colour, ground) => expect(groundOf(colour)).toBe(ground));
});
