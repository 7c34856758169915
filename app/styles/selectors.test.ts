import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The selectors of a style sheet that end in `:has(…)` without a class, name or `&` before it. */
function bareEnds(sheet: string): string[] {
  const rules = sheet.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g);
  const selectors = [...rules].flatMap(([, list = '']) => partsOf(list, ','));
  return selectors.filter((selector) => partsOf(selector, ' ').at(-1)?.startsWith(':has('));
}

/** The parts of a selector between these letters, those in brackets left out. */
function partsOf(text: string, letter: ',' | ' '): string[] {
  const parts = [''];
  let depth = 0;
  for (const each of text.trim().replace(/\s+/g, ' ')) {
    depth += '(['.includes(each) ? 1 : ')]'.includes(each) ? -1 : 0;
    if (each === letter && depth === 0) parts.push('');
    else parts[parts.length - 1] += each;
  }
  return parts.map((part) => part.trim());
}

test('no selector ends in a bare `:has()`, which browsers try on every element of every page', () => {
  const sheets = globSync('app/**/*.css');
  expect(sheets.length).toBeGreaterThan(20);
  expect(sheets.flatMap((sheet) => bareEnds(readFileSync(sheet, 'utf8')))).toEqual([]);
});

test('a bare end is found in a list, after a combinator and beside one that is not bare', () => {
  const sheet = '.a:has(b), .c:has([d]) + :has([e]:not([f])) { color: red; } .g { &:has(h) { color: red; } }';
  expect(bareEnds(sheet)).toEqual(['.c:has([d]) + :has([e]:not([f]))']);
});
