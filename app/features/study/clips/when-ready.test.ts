import { expect, test } from 'vitest';
import { whenReady } from './when-ready.ts';

test.each([
  [null, 'We are cutting it. This takes a few seconds.'],
  [0, 'We are cutting it. This takes a few seconds.'],
  [1, 'It waits for its turn. One clip is cut first.'],
  [4, 'It waits for its turn. 4 clips are cut first, each in a few seconds.'],
])('with %s clips before it: %s', (before, words) => {
  expect(whenReady(before)).toBe(words);
});
