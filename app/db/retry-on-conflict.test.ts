import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ConflictError, isConflict, retryOnConflict } from './retry-on-conflict.server.ts';

const refusedWith = (code: string) => Object.assign(new Error(code), { code });

/** Work that loses so many times, and what it waited in between. */
function losing(times: number, error: () => Error = () => new ConflictError()) {
  const pauses: number[] = [];
  let done = 0;
  const work = async () => {
    done += 1;
    if (done <= times) throw error();
    return done;
  };
  const pause = async (ms: number) => {
    pauses.push(ms);
  };
  return { work, pause, pauses, count: () => done };
}

describe('work that loses against a simultaneous transaction', () => {
  test('is run again after a pause that grows up to a limit', async () => {
    const { work, pause, pauses } = losing(8);
    expect(await retryOnConflict(work, { pause, random: () => 0.5 })).toBe(9);
    expect(pauses).toEqual([20, 40, 80, 160, 320, 400, 400, 400]);
  });

  test('waits a random time, so that two that collided do not collide again', async () => {
    const { work, pause, pauses } = losing(2);
    const dice = [0, 1];
    await retryOnConflict(work, { pause, random: () => dice.shift() ?? 0 });
    expect(pauses).toEqual([10, 60]);
  });

  test.each(['40001', '40P01', '23505', '23503'])(
    'the database error %s counts as such a loss',
    async (code) => {
      const { work, pause } = losing(1, () => new Error('Query failed', { cause: refusedWith(code) }));
      expect(await retryOnConflict(work, { pause })).toBe(2);
    },
  );

  test('ends after so many tries, with the last loss as the cause', async () => {
    const { work, pause, count } = losing(99, () => refusedWith('40P01'));
    const error = await retryOnConflict(work, { pause, tries: 3 }).catch((error) => error);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error.cause).toMatchObject({ code: '40P01' });
    expect(count()).toBe(3);
  });

  test('ends when the time is over, however many tries are left', async () => {
    const { work, pauses, count } = losing(99);
    let at = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => at);
    onTestFinished(() => clock.mockRestore());
    const pause = async (ms: number) => {
      pauses.push(ms);
      at += ms;
    };
    const options = { tries: 99, withinMs: 300, pause, random: () => 0.5 };
    await expect(retryOnConflict(work, options)).rejects.toThrow(ConflictError);
    // The next pause of 160 would end after it.
    expect([pauses, count()]).toEqual([[20, 40, 80], 4]);
  });

  test('is not run again after any other error', async () => {
    const { work, pause, count } = losing(1, () => refusedWith('23514'));
    await expect(retryOnConflict(work, { pause })).rejects.toThrow('23514');
    expect(count()).toBe(1);
  });
});

test('a conflict is recognised by its class or by PostgreSQL’s code, also as the cause of another error', () => {
  expect(isConflict(new ConflictError())).toBe(true);
  expect(isConflict(new Error('x', { cause: refusedWith('40001') }))).toBe(true);
  expect(isConflict(refusedWith('40P01'))).toBe(true);
  expect(isConflict(refusedWith('23505'))).toBe(false);
  expect(isConflict(new Error('x'))).toBe(false);
  expect(isConflict(null)).toBe(false);
});
