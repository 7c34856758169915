import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sheets = globSync('app/**/*.css').map((sheet) => readFileSync(sheet, 'utf8'));

/** The selectors of a style sheet, each after those of the rules it is nested in. */
function selectorsOf(sheet: string): string[][] {
  const around: string[] = [];
  const found: string[][] = [];
  for (const [, before = '', brace] of sheet.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') around.pop();
    if (brace !== '{') continue;
    around.push(before.trim());
    for (const selector of partsOf(before, ',')) found.push([...around.slice(0, -1), selector]);
  }
  return found;
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

const endOf = (selector = '') => partsOf(selector, ' ').at(-1) ?? '';

/** The selectors that end in `:has(…)` without a class, name or `&` before it. */
const bareEnds = (sheet: string) =>
  selectorsOf(sheet)
    .map((chain) => chain.at(-1) ?? '')
    .filter((selector) => endOf(selector).startsWith(':has('));

/** The selectors for all elements below one with `:has(…)`. */
const allBelow = (sheet: string) =>
  selectorsOf(sheet)
    .filter((chain) => chain.some((selector) => selector.includes(':has(')))
    .map((chain) => chain.at(-1) ?? '')
    .filter((selector) => /^(\*|:(?!root|is\())/.test(endOf(selector)));

test('no selector ends in a bare `:has()`, which browsers try on every element of every page', () => {
  expect(sheets.length).toBeGreaterThan(20);
  expect(sheets.flatMap(bareEnds)).toEqual([]);
});

test('no selector has a `*` below a `:has()`: with it, each change of another `:has()` restyles the page', () => {
  expect(sheets.flatMap(allBelow)).toEqual([]);
});

test('a bare end is found in a list, after a combinator and beside one that is not bare', () => {
  const sheet = '.a:has(b), .c:has([d]) + :has([e]:not([f])) { color: red; } .g { &:has(h) { color: red; } }';
  expect(bareEnds(sheet)).toEqual(['.c:has([d]) + :has([e]:not([f]))']);
});

test('a `*` is found below a `:has()` and in a rule nested in one', () => {
  const sheet =
    '.a:has(> b) > * { color: red; } .c { & > * { color: red; } &:has(d) { @media (e) { color: red; & > :first-child { color: red; } } & .f { color: red; } } }';
  expect(allBelow(sheet)).toEqual(['.a:has(> b) > *', '& > :first-child']);
});
