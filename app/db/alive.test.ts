import { afterEach, expect, test, vi } from 'vitest';
import { isAlive } from './alive.server.ts';

afterEach(() => void vi.restoreAllMocks());

test('isAlive accepts a process that may be signalled or belongs to another account, and no invalid number', () => {
  expect(isAlive(process.pid)).toBe(true);
  expect([isAlive(999_999_999), isAlive(0), isAlive(-1), isAlive(Number.NaN)]).toEqual(Array(4).fill(false));
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  expect(isAlive(1)).toBe(true);
});
