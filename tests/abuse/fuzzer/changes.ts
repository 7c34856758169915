import { bodyChanges } from './body-changes.ts';
import type { Case } from './case.ts';
import type { Known } from './change.ts';
import { nameChanges } from './name-changes.ts';
import type { Random } from './random.ts';
import { requestChanges } from './request-changes.ts';
import { valueChanges } from './value-changes.ts';

const groups = [nameChanges, nameChanges, valueChanges, valueChanges, bodyChanges, requestChanges];

/** Changes a case in one to three ways, each of them named in it. */
export function change(each: Case, chance: Random, known: Known): Case {
  const wanted = chance.pick([1, 1, 1, 2, 3]);
  // Some changes do not apply to some cases.
  for (let tries = 0; each.changes.length < wanted && tries < 9; tries += 1) {
    const [name, apply] = chance.pick(Object.entries(chance.pick(groups)));
    if (!each.changes.includes(name) && apply(each, chance, known) !== false) each.changes.push(name);
  }
  return each;
}
