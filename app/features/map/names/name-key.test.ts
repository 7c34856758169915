import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUnspaced, nameKey, singularKeys, wordKeys } from './name-key.ts';

test.each([
  ['Jūji-gatame', 'jujigatame'],
  ['juji gatame', 'jujigatame'],
  ['Mata-Leão', 'mataleao'],
  ['mata leão', 'mataleao'],
  ['D’Arce', 'darce'],
  ["fireman's carry", 'firemanscarry'],
  ['ＲＮＣ', 'rnc'],
  ['4/11', '411'],
  ['¾ mount', '34mount'],
  ['Smørflaß', 'smorflass'],
  ['İstanbul', 'istanbul'],
  ['Zażółć gęślą jaźń', 'zazolcgeslajazn'],
  ['裸絞', '裸絞'],
  ['裸　絞', '裸絞'],
  ['ﾊﾞｯｸｺﾝﾄﾛｰﾙ', 'バックコントロール'],
  ['バック・コントロール', 'バックコントロール'],
  ['ガード', 'ガード'],
  ['カ\u3099ート\u3099', 'ガード'],
  ['\u202emount\u202c', 'mount'],
  ['\u200fשָׁלוֹם\u200f', 'שלום'],
  ['جيو جيتسو', 'جيوجيتسو'],
  ['a\u0301\u0302\u0303\u0304', 'a'],
  ['mo\u00adunt\u200b', 'mount'],
  ['👍🏽 …', ''],
  ['mo\u0000unt\ud800', 'mount'],
])('the key of %j is %j', (text, key) => {
  expect(nameKey(text)).toBe(key);
});

test('two kana that differ by their sign alone are two names', () => {
  expect(nameKey('カード')).not.toBe(nameKey('ガード'));
  expect(nameKey('は')).not.toBe(nameKey('ぱ'));
});

test('the key of a key is the key, and holds letters, digits and their signs only', () => {
  const letter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
  const text = fc.array(letter, { maxLength: 60 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(text, (given) => {
      const key = nameKey(given);
      expect(nameKey(key)).toBe(key);
      expect(key).toMatch(/^[\p{L}\p{N}\p{M}]*$/u);
      expect(key).toBe(key.normalize('NFC').toLowerCase());
    }),
    { numRuns: 300 },
  );
});

test('a name is split into the keys of its words', () => {
  expect(wordKeys('  Mata-leão, do 4/11 ')).toEqual(['mata', 'leao', 'do', '4', '11']);
  expect(wordKeys('裸絞　三角絞')).toEqual(['裸絞', '三角絞']);
  expect(wordKeys('… –')).toEqual([]);
});

test('kanji and kana are known as scripts without blanks', () => {
  expect(['裸絞', 'スイープ', 'えび', '柔3'].map(isUnspaced)).toEqual([true, true, true, true]);
  expect(['rnc', '411', 'שלום'].map(isUnspaced)).toEqual([false, false, false]);
});

test.each([
  ['armbars', ['armbar']],
  ['guard passes', ['guardpass', 'guardpasse']],
  ['chaves de braço', ['chavedebraco']],
  ['mata-leões', ['mataleoe', 'mataleao']],
  ['raspagens', ['raspagen', 'raspagem']],
  ['triangle', []],
  ['cross', []],
  ['三角', []],
])('the plural %j is looked for as %j', (text, keys) => {
  expect(singularKeys(text)).toEqual(keys);
});
