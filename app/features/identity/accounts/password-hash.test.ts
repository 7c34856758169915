import { expect, test } from 'vitest';
import { fitPassword, hashOfNoPassword, hashPassword, passwordTurns } from './password-hash.server.ts';

test('a hash fits its password, and no other', async () => {
  const hash = await hashPassword('jiujitsu');
  expect(hash).toMatch(/^\$argon2id\$/);
  expect(await fitPassword(hash, 'jiujitsu')).toEqual({ fits: true, renewedHash: null });
  expect(await fitPassword(hash, 'Jiujitsu')).toEqual({ fits: false, renewedHash: null });
});

test('the dummy hash costs as much to check as others, and fits no password', async () => {
  const kind = (hash: string) => hash.split('$').slice(0, 4);
  expect(kind(hashOfNoPassword)).toEqual(kind(await hashPassword('jiujitsu')));
  for (const password of ['', 'jiujitsu', hashOfNoPassword])
    expect((await fitPassword(hashOfNoPassword, password)).fits).toBe(false);
});

test('two passwords are hashed at a time, 200 wait at most, and all of those are answered', async () => {
  const inTurn = passwordTurns();
  let [running, most, go] = [0, 0, () => {}];
  const held = new Promise<void>((done) => {
    go = done;
  });
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await held;
    running -= 1;
    return 'done';
  };
  const taken = Array.from({ length: 200 }, () => inTurn(work));
  await expect(inTurn(work)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  go();
  expect(new Set(await Promise.all(taken))).toEqual(new Set(['done']));
  expect(most).toBe(2);
  const failing = inTurn(() => Promise.reject(new Error('broken hash')));
  await expect(failing).rejects.toThrow('broken hash');
  expect(await inTurn(work)).toBe('done');
});
