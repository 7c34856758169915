import { describe, expect, test } from 'vitest';
import { personName, username } from './account.schema.ts';
import { isReserved } from './name-shape.ts';

const messages = (name: string) =>
  personName('First name')
    .safeParse(name)
    .error?.issues.map(({ message }) => message);

describe('a first or last name', () => {
  test.each([
    ...[
      "O'Neil-Smith",
      'Zoë',
      'St.John',
      'J.R.',
      'Ma. Elena',
      'Kumar A/L Raju',
      '李',
      'Trần Thị Ngọc',
      'ดวงใจ',
    ],
    ...['María José', 'Ἀλέξανδρος', 'Jr.', 'N’Golo', 'X Æ A-12'],
  ])('%s is allowed', (name) => {
    expect(messages(name)).toBeUndefined();
    expect(messages(name.normalize('NFD'))).toBeUndefined();
  });

  test.each([
    ['bit.ly/abc', 'a web address'],
    ['evil.de', 'a web address'],
    ['BJJ.CLUB', 'a web address'],
    ['t．me/x', 'a web address'],
    ['me@home', 'a web address'],
    ['a\tb', 'line breaks or tabs'],
    ['a<b', '< or >'],
    ['\u{1D400}dm\u00ADin', 'invisible characters'],
  ])('%s is refused, and the rule is named', (name, what) => {
    expect(messages(name)).toEqual([`First name must not contain ${what}`]);
  });

  test('needs a visible letter', () => {
    for (const blank of ['\u2800', '…', '42']) {
      expect(messages(blank)).toEqual(['First name needs at least one letter']);
    }
    for (const unseen of ['\u3164', '\u115f\u1160', '\uffa0', 'Ann\u200b']) {
      expect(messages(unseen)).toEqual(['First name must not contain invisible characters']);
    }
  });

  test('may not mix alphabets or pile up accents', () => {
    for (const mixed of ['Ꭺdmin', 'Mаrina', 'Αnna', 'Sumꓮ']) {
      expect(messages(mixed)).toEqual(['First name must not mix letters of different alphabets']);
    }
    expect(messages(`a${'\u0301'.repeat(9)}`)).toEqual(['First name must not pile up accents']);
  });

  test('is stored in plain letters when it is typed in ornamental ones', () => {
    expect(personName('First name').parse('𝐌𝐚𝐫𝐢𝐧𝐚')).toBe('Marina');
  });
});

describe('a username', () => {
  test.each([
    ...['admin', '5umma', '4dm1n', 'm0d3rat0r', 'summa_support', 'Support__Team', 'official_summa_2026'],
  ])('%s seems to speak for Summa, so it is reserved', (name) => expect(isReserved(name)).toBe(true));

  test.each([
    'summer',
    'adminton',
    'team_alpha',
    'root_beer',
    'supporter',
    'staffan',
    'summa_fan',
    'admin_27',
  ])('%s is free', (name) => expect(isReserved(name)).toBe(false));
});

test('a username that is too long is not checked further', () => {
  const messages = username.safeParse('-'.repeat(250_000)).error?.issues.map(({ message }) => message);
  expect(messages).toEqual(['Username must be at most 30 characters']);
});
