import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test.each(['/', '/content/42?x=1#card', '/discover?search=a%20b'])('keeps %s', (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  '',
  null,
  ['/a'],
  `/${'a'.repeat(3000)}`,
])('refuses %s', (path) => {
  expect(ownPath(path, '/home')).toBe('/home');
});
