import type { Field } from './case.ts';
import type { Known } from './change.ts';
import { type Change, onFields } from './change.ts';
import type { Random } from './random.ts';
import { odd } from './values.ts';

const indices = [
  ...[
    '0',
    '1',
    '7',
    '199',
    '1000',
    '3000000',
    '99999999',
    '2147483647',
    '4294967290',
    '4294967294',
    '4294967295',
  ],
  ...['4294967296', '-1', '1e9', '1e21', '0x10', '', ' ', '٣', '9007199254740993', 'length', '__proto__'],
];
const prototypeNames = [
  ...[
    '__proto__',
    '__proto__[x]',
    '__proto__.isAdmin',
    'constructor',
    'constructor.prototype.x',
    'toString',
    'then',
  ],
  ...[
    'hasOwnProperty',
    'valueOf',
    'length',
    '[__proto__]',
    'prototype[0]',
    'toJSON',
    '__defineGetter__',
    '0',
  ],
];
const intents = ['reorder', 'remove', 'insert', 'update', 'validate', 'reset', 'replace', 'x'];

const namesOf = (fields: readonly Field[], chance: Random, known: Known) =>
  fields.length > 0 && chance.chance(0.8) ? chance.pick(fields).name : chance.pick(known.names);

const text = (name: string, value = 'x'): Field => ({ name, value });

/** Odd names of fields, and those that the form library interprets. */
export const nameChanges: Record<string, Change> = {
  'an index in a name': onFields((fields, chance, known) => {
    const name = namesOf(fields, chance, known);
    const after = chance.pick(['', '', '', '.x', '[0]', '[x]', '[99999999]']);
    const rest = chance.chance(0.5) ? fields.filter((field) => field.name !== name) : fields;
    return [...rest, text(`${name}[${chance.pick(indices)}]${after}`)];
  }),
  'an intent and an index': onFields((fields, chance, known) => {
    const name = namesOf(fields, chance, known);
    const index = chance.pick(['3000000', '99999999', '4294967290', '4294967294']);
    const payload = {
      name,
      index: Number(index),
      from: 0,
      to: Number(index) - 1,
      value: 'x',
      defaultValue: [],
    };
    const intent = JSON.stringify({ type: chance.pick(intents.slice(0, 2)), payload });
    return [
      ...fields.filter((field) => field.name !== name),
      text(`${name}[${index}]`),
      text('__intent__', intent),
    ];
  }),
  'an intent': onFields((fields, chance, known) => {
    const payload = chance.pick<unknown>([
      { name: namesOf(fields, chance, known), index: chance.below(9), value: { x: 1 } },
      { name: `${namesOf(fields, chance, known)}[${chance.pick(indices)}]`, from: 1, to: 0 },
      { name: chance.pick(prototypeNames), value: 'x', validated: true },
      ...[null, [], 'x', { name: 1 }],
    ]);
    const name = chance.pick(['__intent__', '__intent__', '__state__', '__conform__']);
    return [...fields, text(name, JSON.stringify({ type: chance.pick(intents), payload }))];
  }),
  'an intent that is no JSON': onFields((fields) => [
    ...fields,
    text('__intent__', '{"type":'),
    text('__state__', 'x'),
  ]),
  'dots and brackets in a name': onFields((fields, chance, known) => {
    const name = namesOf(fields, chance, known);
    const tails = [
      '.',
      '.x',
      '..x',
      '[',
      ']',
      '[]',
      '[][]',
      '[x]',
      '[x].y[0]',
      '[0',
      '[[0]]',
      '.0',
      "['x']",
      '[-]',
    ];
    return [...fields, text(`${name}${chance.pick(tails)}`), ...(chance.chance(0.3) ? [text(name)] : [])];
  }),
  'a deep name': onFields((fields, chance, known) => {
    const name = namesOf(fields, chance, known);
    const depth = chance.pick([20, 500, 10_000]);
    return [...fields, text(`${name}${chance.pick(['.a', '[a]', '[0]', '[1].b']).repeat(depth)}`)];
  }),
  'a prototype’s name': onFields((fields, chance, known) => {
    const own = `${namesOf(fields, chance, known)}.${chance.pick(prototypeNames)}`;
    return [...fields, text(chance.chance(0.3) ? own : chance.pick(prototypeNames), 'true')];
  }),
  'a name many times': onFields((fields, chance, known) => {
    const name = namesOf(fields, chance, known);
    const times = chance.pick([2, 2, 3, 150, 10_000]);
    return [...fields, ...Array.from({ length: times }, (_, n) => text(name, String(n)))];
  }),
  'many names': onFields((fields, chance) => {
    const times = chance.pick([190, 1_000, 10_000]);
    return [...fields, ...Array.from({ length: times }, (_, n) => text(`x${n}`))];
  }),
  'a name in other letters': onFields((fields, chance, known) => {
    const name = namesOf(fields, chance, known);
    return [
      ...fields.filter((field) => field.name !== name),
      text(chance.pick([name.toUpperCase(), ` ${name}`, `${name}\u0000`, `${name}\u200b`])),
    ];
  }),
  'a long name': onFields((fields, chance) => {
    return [...fields, text('n'.repeat(chance.pick([300, 20_000, 200_000, 1_000_000])))];
  }),
  'no name': onFields((fields) => [...fields, text('')]),
  'a field less': onFields((fields, chance) => {
    if (fields.length === 0) return null;
    const gone = chance.pick(fields);
    return fields.filter((field) => field !== gone);
  }),
  'a field of another form': onFields((fields, chance, known) => {
    const field = chance.pick(known.fields);
    return [...fields, { name: field.name, ...odd(field, chance) }];
  }),
};
