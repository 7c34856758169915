import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moveOneStep, moveToPosition, moveToSection, type Place, sortBySection } from './arrange.ts';

const sections = [null, 7, 8, 9];
/** `1 | 2 3 | | 4`: what is before the first section, then section by section. */
function places(text: string): Place[] {
  return text
    .split('|')
    .flatMap((part, index) =>
      [...part.matchAll(/\d+/g)].map(([id]) => ({ id: Number(id), sectionId: sections[index] ?? null })),
    );
}
const textOf = (all: readonly Place[]) =>
  sections
    .map((section) =>
      all
        .filter(({ sectionId }) => sectionId === section)
        .map(({ id }) => id)
        .join(' '),
    )
    .join('|');

describe('a step', () => {
  test.each([
    ['1 2 3|||', 2, 'up', '2 1 3|||'],
    ['1 2 3|||', 2, 'down', '1 3 2|||'],
    ['1 2 3|||', 1, 'up', '1 2 3|||'],
    ['1|2 3||4', 3, 'up', '1|3 2||4'],
    ['1|2 3||4', 2, 'up', '1 2|3||4'],
    ['1|2 3||4', 3, 'down', '1|2|3|4'],
    ['1|2|3|4', 3, 'down', '1|2||3 4'],
    ['1|2 3||4', 4, 'down', '1|2 3||4'],
    ['1|2 3||4', 4, 'up', '1|2 3|4|'],
  ] as const)('%s: %i %s is %s', (before, id, step, after) => {
    expect(textOf(moveOneStep(places(before), sections, id, step))).toBe(after);
  });
});

test('a place is in the section of what was there', () => {
  expect(textOf(moveToPosition(places('1|2 3||4'), 4, 2))).toBe('1|4 2 3||');
  expect(textOf(moveToPosition(places('1|2 3||4'), 1, 3))).toBe('|2 3 1||4');
  expect(textOf(moveToPosition(places('1|2 3||4'), 1, 99))).toBe('|2 3||4 1');
  expect(textOf(moveToPosition(places('1|2 3||4'), 2, 2))).toBe('1|2 3||4');
});

test('into another section comes at its end', () => {
  expect(textOf(moveToSection(places('1|2 3||4'), sections, 1, 7))).toBe('|2 3 1||4');
  expect(textOf(moveToSection(places('1|2 3||4'), sections, 4, null))).toBe('1 4|2 3||');
});

test('nothing is lost, and sections stay together, whatever is done', () => {
  const arb = fc.array(fc.constantFrom(...sections), { minLength: 1, maxLength: 12 });
  const step = fc.record({ of: fc.nat(11), at: fc.integer({ min: 1, max: 14 }), what: fc.nat(3) });
  fc.assert(
    fc.property(arb, fc.array(step, { maxLength: 8 }), (of, steps) => {
      let all = sortBySection(
        of.map((sectionId, id) => ({ id, sectionId })),
        sections,
      );
      for (const { of: which, at, what } of steps) {
        const id = which % of.length;
        if (what === 0) all = moveToPosition(all, id, at);
        else if (what === 1) all = moveToSection(all, sections, id, sections[at % sections.length] ?? null);
        else all = moveOneStep(all, sections, id, what === 2 ? 'up' : 'down');
        expect(all.map((place) => place.id).toSorted((a, b) => a - b)).toEqual([...of.keys()]);
        expect(all).toEqual(sortBySection(all, sections));
      }
    }),
  );
});
