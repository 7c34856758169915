import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isKnownTag } from '../../app/http/cache/known-tag.ts';
import { fieldNames } from '../../app/http/pages/form.server.ts';

/** What a sender chooses costs the site little, whatever it is: work that grows with the square of a text's length
 *  takes seconds on what one form may bring. So each schema reads texts as long as that. */
const mostMs = 400;
const longest = 240_000;

const modules = import.meta.glob<Record<string, unknown>>('../../app/features/**/*.schema.ts', {
  eager: true,
});
const schemas = Object.entries(modules).flatMap(([file, module]) =>
  Object.entries(module).flatMap(([name, schema]) => {
    const fields = schema instanceof z.ZodType ? namesOf(schema) : [];
    return schema instanceof z.ZodType ? [{ name: `${file.split('/').at(-1)} ${name}`, schema, fields }] : [];
  }),
);

function namesOf(schema: z.ZodType): string[] {
  try {
    return [...fieldNames(schema)];
  } catch {
    return [];
  }
}

const repeated = (text: string, first = '', last = '') =>
  first + text.repeat(Math.floor(longest / Buffer.byteLength(text))) + last;
const texts: [string, string][] = [
  ['accents in the wrong order', repeated('\u0300\u0323', 'a')],
  ['ornamental letters', repeated('\u{1d400}')],
  ['spaces between letters', repeated(' ', 'x', 'y')],
  ['line breaks', repeated('\n', 'x', 'y')],
  ['commas and spaces', repeated(', ', 'x', 'y')],
  ['digits', repeated('1')],
  ['letters', repeated('a', '', '!')],
  ['points', repeated('a.', '', '@')],
  ['at signs', repeated('@', 'a')],
  ['dashes', repeated('-', 'a', '!')],
  ['slashes', repeated('/', 'http:', '"')],
  ['brackets', repeated('<(["')],
  ['the beginning of numbers', repeated('1. \n')],
];

/** Processor time of this process in ms, of up to three tries the least: collecting garbage does not fall on all. */
function costOf(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least > mostMs; tries += 1) {
    const { user, system } = process.cpuUsage();
    work();
    const after = process.cpuUsage();
    least = Math.min(least, (after.user - user + after.system - system) / 1_000);
  }
  return least;
}

describe.each(texts)('a text of 240 kB: %s', (_name, text) => {
  test('costs no schema more than a moment, alone and in each of its fields', () => {
    expect(schemas.length).toBeGreaterThan(60);
    const slow: string[] = [];
    for (const { name, schema, fields } of schemas) {
      // A form is not larger, so its fields share the text. What is slow on a third of it is found all the same.
      const values = [text, ...fields.map((field) => ({ [field]: text }))];
      for (const value of values) {
        const ms = costOf(() => schema.safeParse(value));
        if (ms > mostMs)
          slow.push(`${name} ${typeof value === 'string' ? '' : Object.keys(value)}: ${ms} ms`);
      }
    }
    expect(slow).toEqual([]);
  });
});

test('a list of tags with thousands of spaces is read in a moment', () => {
  const header = `x${' '.repeat(16_000)}y`;
  expect(costOf(() => isKnownTag(header, '"x"'))).toBeLessThan(50);
  expect(isKnownTag(' "a" ,  W/"b"', '"b"')).toBe(true);
});
