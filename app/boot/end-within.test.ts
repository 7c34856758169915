import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endWithin } from './end-within.server.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a stop that waits for something without end is ended after its time, and not before', () => {
  const exit = vi.fn();
  endWithin(15_000, exit);
  vi.advanceTimersByTime(14_999);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(exit.mock.calls).toEqual([[0]]);
});
