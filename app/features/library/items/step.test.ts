import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockOf, momentIn, parseClockTime, stepOf } from './step.ts';

describe('a step', () => {
  test.each([
    ['0:04 Grip the sleeve', 'Grip the sleeve', 4],
    ['12:30  Turn', 'Turn', 750],
    ['1:02:03 Rest', 'Rest', 3723],
    ['Grip at 0:04', 'Grip at 0:04', null],
    ['0:64 Grip', '0:64 Grip', null],
    ['0:04', '0:04', null],
    ['2:1 is a good ratio', '2:1 is a good ratio', null],
  ])('%s', (line, text, at) => {
    expect(stepOf(line)).toEqual({ text, at });
  });

  test('with any time is read as it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 * 3600 }), (at) => {
        expect(stepOf(`${clockOf(at)} Grip`)).toEqual({ text: 'Grip', at });
      }),
    );
  });
});

test.each([
  // What is written, as a note, as a loop.
  ['3:12', 192, 192],
  [' 1:02:03 ', 3723, 3723],
  ['999:59', 59_999, 59_999],
  ['90', 90, 90],
  ['0:12.5', undefined, 12.5],
  ['12,5', undefined, 12.5],
  ['1:5', undefined, 65],
  ['1:75', undefined, 135],
  ['1:02:3', undefined, 3723],
  ['12.55', undefined, undefined],
  ['1000:00', undefined, undefined],
  ['9:00:00:00', undefined, undefined],
  ['-1', undefined, undefined],
  ['1e3', undefined, undefined],
  ['100000', undefined, undefined],
  [':30', undefined, undefined],
  ['soon', undefined, undefined],
  ['', undefined, undefined],
])('the time %s is %s s of a note and %s s of a loop', (text, note, loop) => {
  expect(parseClockTime(text)).toBe(note);
  expect(parseClockTime(text, { decimals: 1, isLenient: true })).toBe(loop);
});

test.each([
  ['4', 4],
  ['0', 0],
  ['3723', 3723],
  ['-1', null],
  ['4.5', null],
  ['1e3', null],
  ['', null],
  [null, null],
])('?t=%s asks for %s', (text, at) => {
  expect(momentIn(text)).toBe(at);
});
