import { describe, expect, test } from 'vitest';
import { currentPage } from './viewer.ts';

describe('the link of the current page', () => {
  test.each([
    ['/discover', '/discover', 'page'],
    ['/discover?tier=vip', '/discover', 'page'],
    ['/creators/ana', '/creators', 'true'],
    ['/creators-of-old', '/creators', undefined],
    ['/discover', '/', undefined],
    ['/?welcome', '/', 'page'],
  ])('at %s the link to %s says %s', (path, href, mark) => expect(currentPage(path, href)).toBe(mark));
});
