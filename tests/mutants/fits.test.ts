import { expect, test } from 'vitest';
import { mutations } from './all.ts';
import { troubleOf } from './mutation.ts';

test('every fault of the list fits the code as it is, and its tests are there', () => {
  const troubles = mutations.map((each) => ({ ...each, trouble: troubleOf(each) }));
  expect(troubles.filter(({ trouble }) => trouble !== null)).toEqual([]);
});
