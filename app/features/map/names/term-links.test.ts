import { describe, expect, test } from 'vitest';
import { termsOf } from './term-links.ts';
import { termTable } from './term-table.ts';

const slugs = (name: string, tags: string[] = [], ends?: [string[], string[]]) =>
  termsOf(termTable, { name, tags }, ends).map(({ slug }) => slug);

describe('a name says which terms it shows', () => {
  test.each([
    ['standing rnc', ['rear-naked-choke']],
    ['arm bar (wip)', ['armbar']],
    ['armbar', ['armbar']],
    ['low mount', ['mount', 'low-mount']],
    ['omoplata on side', ['omoplata']],
    ['monoplata w/ leg trapped', ['monoplata']],
    ['honey hole heel hook', ['saddle', 'heel-hook']],
    ['north/south choke', ['north-south', 'north-south-choke']],
    ['single leg x w/ overhook', ['single-leg-x', 'overhook']],
    ['single-leg from knees', ['single-leg']],
    ['¾ mount', ['mount', 'three-quarter-mount']],
    ['o-soto-gari', ['osoto-gari']],
    ['push head', []],
    ['...', []],
  ])('%s', (name, expected) => {
    expect(slugs(name)).toEqual(expected);
  });
});

test('a tag says so too, and a line break of the label is a blank', () => {
  expect(slugs('the homer', ['rear_naked_choke', 'top_kneeling'])).toContain('rear-naked-choke');
  expect(slugs('single leg w/\nwrist control')).toEqual(['single-leg', 'wrist-control']);
});

test('a transition has the tags that both its ends have', () => {
  expect(slugs('push head', [], [['mount', 'frame'], ['mount']])).toEqual(['mount']);
  expect(slugs('push head', [], [['mount'], ['back']])).toEqual([]);
});
