import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forgiven, nearestOf, spellingDistance } from './near-words.ts';

test.each([
  ['armbr', 'armbar', 1],
  ['trianlge', 'triangle', 1],
  ['gaurd', 'guard', 1],
  ['omaplata', 'omoplata', 1],
  ['Kimurra'.toLowerCase(), 'kimura', 1],
  ['quimura', 'kimura', 2],
  ['sweep', 'sleeve', 3],
  ['', 'abc', 3],
])('%s is %s with %i slips', (asked, meant, slips) => {
  expect(spellingDistance(asked, meant)).toBe(slips);
});

const word = fc.stringMatching(/^[a-d]{0,8}$/);

test('the distance is zero to itself, the same both ways, and one for each slip', () => {
  fc.assert(
    fc.property(word, word, (one, two) => {
      const distance = spellingDistance(one, two);
      expect(distance === 0).toBe(one === two);
      expect(distance).toBe(spellingDistance(two, one));
      expect(distance).toBeLessThanOrEqual(Math.max(one.length, two.length));
      expect(distance).toBeGreaterThanOrEqual(Math.abs(one.length - two.length));
    }),
  );
  fc.assert(
    fc.property(word, fc.nat(8), fc.constantFrom('x', ''), (one, at, put) => {
      const slipped = one.slice(0, at) + put + one.slice(at + 1);
      expect(spellingDistance(one, slipped)).toBeLessThanOrEqual(1);
    }),
  );
});

test('short words are forgiven fewer slips than long ones', () => {
  expect(['arm', 'kimura', 'quimura', 'jujigatame'].map(forgiven)).toEqual([1, 1, 2, 3]);
});

test('the nearest words are those with the fewest slips; a known word is its own nearest', () => {
  expect(nearestOf('gard', ['guard', 'garde', 'mount'])).toEqual(['garde', 'guard']);
  expect(nearestOf('guard', ['guards', 'guard'])).toEqual(['guard']);
  expect(nearestOf('zzzz', ['guard', 'mount'])).toEqual([]);
});
