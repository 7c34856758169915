import { expect, test } from 'vitest';
import { newest } from './newest.ts';

test('a value is made once for its key, and only so many are kept', () => {
  const kept = newest<object>(2);
  const [a, b] = [kept('a', () => ({})), kept('b', () => ({}))];
  expect(kept('a', () => ({}))).toBe(a);
  kept('c', () => ({}));
  expect(kept('b', () => ({}))).toBe(b);
  expect(kept('a', () => ({}))).not.toBe(a);
});
