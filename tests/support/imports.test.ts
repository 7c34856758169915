import { expect, test } from 'vitest';
import { importsIn } from './imports.ts';

test.each([
  ["import type { A } from './a.ts';", true],
  ["import type A from './a.ts';", true],
  ["import type * as all from './a.ts';", true],
  ["export type { A } from './a.ts';", true],
  // Types between the braces do not keep the file from being loaded.
  ["import { type A } from './a.ts';", false],
  ["import { type A, type B } from './a.ts';", false],
  ["import { type A, value } from './a.ts';", false],
  ["import { value, type A } from './a.ts';", false],
  ["import value, { type A } from './a.ts';", false],
  ["import {\n  type A,\n  value,\n} from './a.ts';", false],
  ["import './a.ts';", false],
  ["export * from './a.ts';", false],
  ["const late = () => import('./a.ts');", false],
])('%s', (source, isTypeOnly) => {
  expect(importsIn('app/b.ts', source)).toEqual([{ from: 'app/b.ts', to: 'app/a.ts', isTypeOnly }]);
});
