import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../tests/support/database/database.ts';
import { failingDatabase } from '../../tests/support/site/failing-database.ts';
import { openOnceItAnswers } from './first-connection.server.ts';
import { openMigrated } from './orm.server.ts';

const database = testDatabase();
let between: Awaited<ReturnType<typeof failingDatabase>>;
beforeAll(async () => {
  between = await failingDatabase(database.url);
});
afterAll(() => between.close());

/** A clock that only pauses move, and what happens in each of them. */
function waiting(during: (pauses: number) => Promise<void> | void = () => {}) {
  let [now, pauses] = [0, 0];
  const warnings: string[] = [];
  return {
    warnings,
    get now() {
      return now;
    },
    warn: (text: string) => void warnings.push(text),
    clock: () => now,
    async pause(ms: number) {
      now += ms;
      pauses += 1;
      await during(pauses);
    },
  };
}
const open = (url = between.url) => openMigrated(url, () => {});

test.each(['gone', 'full'] as const)(
  'a database that is %s when the site starts is opened once it answers',
  async (fault) => {
    await between.becomes(fault);
    const time = waiting(async (pauses) => {
      if (pauses === 3) await between.becomes('none');
    });
    const orm = await openOnceItAnswers(open, time);
    expect(await orm.isConnected()).toBe(true);
    expect(time.warnings).toHaveLength(3);
    await orm.close(true);
  },
);

test('a connection that is reset on the way is tried again', async () => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  const time = waiting();
  let tries = 0;
  const answer = await openOnceItAnswers(async () => {
    tries += 1;
    if (tries === 1) throw reset;
    return 'open';
  }, time);
  expect([answer, tries, time.now]).toEqual(['open', 2, 1_000]);
});

test('after half a minute the start fails with the reason', async () => {
  await between.becomes('gone');
  const time = waiting();
  await expect(openOnceItAnswers(open, time)).rejects.toThrow('ECONNREFUSED');
  expect(time.now).toBe(30_000);
  await between.becomes('none');
});

test('a wrong password fails at once', async () => {
  const time = waiting();
  const wrong = new URL(database.url);
  wrong.password = 'wrong';
  await expect(openOnceItAnswers(() => open(wrong.href), time)).rejects.toThrow(
    'password authentication failed',
  );
  expect(time.now).toBe(0);
});
