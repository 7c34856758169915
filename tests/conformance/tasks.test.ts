import { expect, test } from 'vitest';
import { tasks } from '../e2e/tasks/all.ts';
import { byHand, idle } from '../e2e/tasks/forms.ts';

test('every form of the site is sent by a task, every file fetched', () => {
  const sent = new Set(tasks.flatMap(({ sends = [] }) => sends));
  expect(byHand.filter((address) => !sent.has(address))).toEqual([]);
  expect(idle, 'exceptions that nothing needs').toEqual([]);
});
