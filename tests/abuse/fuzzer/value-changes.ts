import { type Change, onFields } from './change.ts';
import { odd } from './values.ts';

const mostOddValues = 30;
/** Odd values of fields. */
export const valueChanges: Record<string, Change> = {
  'an odd value': onFields((fields, chance, known) => {
    if (fields.length === 0) return null;
    const changed = chance.pick(fields);
    const field = known.fields.find(({ name }) => name === changed.name);
    return fields.map((each) => (each === changed ? { name: each.name, ...odd(field, chance) } : each));
  }),
  'odd values': onFields((fields, chance, known) =>
    fields.map((each, at) => {
      if (at >= mostOddValues) return each;
      const field = known.fields.find(({ name }) => name === each.name);
      return { name: each.name, ...odd(field, chance) };
    }),
  ),
};
