import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { expectForm, fieldNames, InvalidForm, parseForm, shownAgain } from './form.server.ts';

const formOf = (...entries: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
};
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

describe('the names of a form are those of its schema', () => {
  const a = z.object({ a: z.string() });
  const b = z.object({ b: z.string(), list: z.array(z.string()) });
  test.each<[string, z.ZodType, string[]]>([
    ['an object', b, ['b', 'list']],
    ['one with checks', b.refine(() => true), ['b', 'list']],
    ['one that is transformed', a.transform(({ a }) => a), ['a']],
    ['one that is prepared', z.preprocess((value) => value, a), ['a']],
    ['a pipe', a.pipe(b as never), ['a']],
    ['a union', z.union([a, b]), ['a', 'b', 'list']],
    [
      'a discriminated union',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('x'), x: z.string() }),
        z.object({ kind: z.literal('y'), y: z.string() }),
      ]),
      ['kind', 'x', 'y'],
    ],
    ['an intersection', z.intersection(a, b), ['a', 'b', 'list']],
    ['optional', a.optional(), ['a']],
    ['nullable, with a default, caught, read-only', a.nullable().default(null).catch(null).readonly(), ['a']],
    ['prefault', a.prefault({ a: '' }), ['a']],
    ['lazy', z.lazy(() => a), ['a']],
    ['no fields', z.object({}), []],
  ])('%s', (_what, schema, names) => {
    expect([...fieldNames(schema)].toSorted()).toEqual(names);
  });

  test.each<[string, z.ZodType]>([
    ['a record', z.record(z.string(), z.string())],
    ['anything', z.any()],
    ['a name with brackets', z.object({ 'a[0]': z.string() })],
    ['a name with dots', z.object({ 'a.b': z.string() })],
    ['the name of a command', z.object({ __intent__: z.string() })],
  ])('a schema of %s parses no form', (_what, schema) => {
    expect(() => parseForm(new FormData(), schema)).toThrow(/without names|of this name/);
  });
});

const profile = z.object({
  email: z.preprocess(trimmed, z.email()),
  lines: z.array(z.string()).max(3),
  password: z.string().optional(),
});
const honest: [string, string][] = [
  ['email', 'a@example.com'],
  ['lines', 'one'],
  ['lines', 'two'],
];

describe('what a form sends besides', () => {
  const deep = Array.from({ length: 1_000 }, () => 'a').join('.');
  const command = (type: string, payload: object) => JSON.stringify({ type, payload });
  test.each<[string, [string, string][]]>([
    ['an index', [['lines[4294967290]', 'x']]],
    ['an index below the length of the heap', [['lines[3000000]', 'x']]],
    ['depth', [[deep, 'x']]],
    ['brackets', [[`lines${'[0]'.repeat(1_000)}`, 'x']]],
    ['a prototype', [['__proto__.isAdmin', 'true']]],
    ['a constructor', [['constructor', 'x']]],
    ['state', [['__state__', '{']]],
    ['no command', [['__intent__', '{']]],
    ['insert', [['__intent__', command('insert', { name: 'lines', defaultValue: 'x' })]]],
    ['remove', [['__intent__', command('remove', { name: 'lines', index: 0 })]]],
    ['reorder', [['__intent__', command('reorder', { name: 'lines', from: 0, to: 1 })]]],
    ['update', [['__intent__', command('update', { name: 'email', value: 'b@example.com' })]]],
    ['reset', [['__intent__', command('reset', {})]]],
    ['validate', [['__intent__', command('validate', { name: 'email' })]]],
  ])('%s changes nothing', (_what, entries) => {
    const parsed = parseForm(formOf(...entries, ...honest), profile);
    expect(parsed).toEqual({ email: 'a@example.com', lines: ['one', 'two'] });
  });
});

describe('what a form shows again', () => {
  test('is what its schema names and the waiting files, without secrets', () => {
    const fields = formOf(
      ['email', 'nonsense'],
      ['lines', 'one'],
      ['lines', 'two'],
      ['password', 'secret'],
      ['kept', 'key'],
      ['lines[9]', 'x'],
      ['theme', 'x'],
      ['__intent__', 'x'],
    );
    const values = { email: 'nonsense', lines: ['one', 'two'], kept: 'key' };
    const parse = () => parseForm(fields, profile);
    expect(parse).toThrow(InvalidForm);
    expect(parse).toThrow(
      expect.objectContaining({
        answer: { form: expect.objectContaining({ initialValue: values }) },
      }),
    );
  });

  test('is known before parsing when the page names its schema, and is nothing otherwise', () => {
    const fields = formOf(['email', 'a@example.com'], ['other', 'x']);
    expect(shownAgain(fields)).toEqual({});
    expectForm(fields, profile);
    expect(shownAgain(fields)).toEqual({ email: 'a@example.com' });
  });
});
