import { expect, test } from 'vitest';
import { RecentReads } from './recent-reads.server.ts';

function reads(more: ConstructorParameters<typeof RecentReads>[0] = {}) {
  const clock = { ms: 0 };
  const database = { value: 1, asked: 0 };
  const recent = new RecentReads({ clock: () => clock.ms, ageMs: 2_000, ...more });
  const read = async () => {
    database.asked += 1;
    return database.value;
  };
  const own = { ownerOf: () => 7 };
  return { recent, clock, database, read, own };
}

test('an answer is given again for two seconds, counted from the question', async () => {
  const { recent, clock, database, read } = reads();
  expect(await recent.get('it', read)).toBe(1);
  database.value = 2;
  clock.ms = 1_999;
  expect(await recent.get('it', read)).toBe(1);
  clock.ms = 2_000;
  expect(await recent.get('it', read)).toBe(2);
});

test('sixty-four simultaneous questions cause one statement', async () => {
  const { recent, database, read } = reads();
  await Promise.all(Array.from({ length: 64 }, () => recent.get('it', read)));
  expect(database.asked).toBe(1);
});

test('who asks after a change never gets a read that began before it', async () => {
  for (const forget of ['forgetAll', 'forgetOf'] as const) {
    const { recent, database, own } = reads();
    const slow = Promise.withResolvers<number>();
    const before = recent.get('it', () => slow.promise, own);
    database.value = 2;
    recent[forget](7);
    const after = recent.get('it', async () => database.value, own);
    slow.resolve(1);
    expect([await before, await after]).toEqual([1, 2]);
    expect(await recent.get('it', async () => 3, own)).toBe(2);
  }
});

test('only what is about the member is forgotten', async () => {
  const { recent, read, database, own } = reads();
  await recent.get('mine', read, own);
  await recent.get('theirs', read, { ownerOf: () => 8 });
  await recent.get('all', read);
  database.asked = 0;
  recent.forgetOf(7);
  await Promise.all(['theirs', 'all'].map((key) => recent.get(key, read)));
  expect(database.asked).toBe(0);
  await recent.get('mine', read, own);
  expect(database.asked).toBe(1);
});

test('an error, and an answer that must not be kept, are asked for again', async () => {
  const { recent, database, read } = reads();
  await expect(recent.get('it', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  const never = { ownerOf: () => undefined };
  expect(await recent.get('it', read, never)).toBe(1);
  database.value = 2;
  expect(await recent.get('it', read, never)).toBe(2);
});

test('while no news is heard, every question is asked', async () => {
  const { recent, database, read } = reads({ isOn: () => false });
  await recent.get('it', read);
  await recent.get('it', read);
  expect(database.asked).toBe(2);
});

test('at most so many answers are kept, the newest', async () => {
  const { recent, database, read } = reads({ most: 3 });
  for (const key of ['a', 'b', 'c', 'd']) await recent.get(key, read);
  database.asked = 0;
  for (const key of ['b', 'c', 'd']) await recent.get(key, read);
  expect(database.asked).toBe(0);
  await recent.get('a', read);
  expect(database.asked).toBe(1);
});
