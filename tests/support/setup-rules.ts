import { checkEveryRow } from './row-check.ts';

const done = Symbol.for('summa rows are checked');

// The files of a worker share its modules and prototypes, and each runs this file.
if (!Reflect.get(globalThis, done)) {
  Reflect.set(globalThis, done, true);
  await checkEveryRow();
}
