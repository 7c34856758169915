import { anything, assert, date, property } from 'fast-check';
import { expect, test } from 'vitest';
import { jsonValue } from './json-value.ts';

const byJson = (value: unknown) => {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
};

test('any value becomes what JSON makes of it', () => {
  const values = anything({
    withDate: true,
    withMap: true,
    withSet: true,
    withBoxedValues: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
  });
  assert(
    property(values, (value) => {
      expect(jsonValue(value)).toStrictEqual(byJson(value));
    }),
    { numRuns: 2_000 },
  );
  assert(
    property(date({ noInvalidDate: false }), (at) => {
      expect(jsonValue({ at, list: [at, undefined] })).toStrictEqual(byJson({ at, list: [at, undefined] }));
    }),
  );
});

test.each([
  [-0],
  [[-0, { inside: -0 }]],
  [{ inside: -0 }],
  [Number.NaN],
  [{ gone: undefined, kept: 1 }],
  [[undefined, () => {}, Symbol('a')]],
  [JSON.parse('{"__proto__": {"a": [1]}, "toString": 2}')],
  [{ __proto__: null, at: new Date(0) }],
  [{ own: { toJSON: () => ({ said: [undefined] }) } }],
])('%j', (value) => {
  expect(jsonValue(value)).toStrictEqual(byJson(value));
});

test('a bigint is refused, also inside', () => {
  expect(() => jsonValue({ list: [1n] })).toThrow(TypeError);
});

test('what JSON would not change is not copied, and the value itself never changes', () => {
  const plain = { id: 1, list: [{ name: 'a' }] };
  expect(jsonValue(plain)).toBe(plain);
  const at = new Date(0);
  const dated = { plain, at, list: [plain, at] };
  const made = jsonValue(dated) as typeof dated;
  expect(made.plain).toBe(plain);
  expect(made.list).toEqual([plain, at.toISOString()]);
  expect(dated).toEqual({ plain, at, list: [plain, at] });
});
