import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Of } from './utf8.ts';

/** Code units alone, so that halves of pairs are among them. */
const texts = string({ unit: 'binary', maxLength: 40 });

test('any text, short or long, has the bytes that Buffer.from gives it', () => {
  assert(
    property(texts, (text) => {
      for (const each of [text, text.repeat(60), `${text}\ud800`.repeat(60), `${'a'.repeat(1_200)}${text}`])
        expect(utf8Of(each).equals(Buffer.from(each))).toBe(true);
    }),
  );
});

test.each([
  '',
  'a'.repeat(1_000),
  'é'.repeat(1_000),
  '’'.repeat(1_000),
  '\udc00'.repeat(1_000),
  '🥋'.repeat(600),
])('%#', (text) => {
  expect(utf8Of(text)).toStrictEqual(Buffer.from(text));
});
