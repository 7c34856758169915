import { expect, test } from 'vitest';
import type { Em } from '../orm.server.ts';
import { inBatches } from './batches.server.ts';
import { ownTurn } from './turns.server.ts';

/** An entity manager of which only the pool matters. */
const emOf = (pool: object, isInTransaction = false) =>
  ({ getConnection: () => pool, isInTransaction: () => isInTransaction }) as unknown as Em;

/** A database that answers when a test wants it to. */
function slowDatabase() {
  const sent: number[][] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const send = async (_: Em, asks: number[]) => {
    sent.push(asks);
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    await answer.promise;
    return asks.map((each) => each * 10);
  };
  const answerNext = async () => {
    answers.shift()?.resolve();
    await new Promise(setImmediate);
  };
  const refuseNext = async (error: Error) => {
    answers.shift()?.reject(error);
    await new Promise(setImmediate);
  };
  return { sent, send, answerNext, refuseNext };
}

test('the first is sent at once, the next ones together, and each gets its own answer', async () => {
  const { sent, send, answerNext } = slowDatabase();
  const [ask, em] = [inBatches({ send }), emOf({})];
  const asked = [1, 2, 3, 2].map((each) => ask(em, each));
  expect(sent).toEqual([[1]]);
  await answerNext();
  expect(sent).toEqual([[1], [2, 3, 2]]);
  await answerNext();
  expect(await Promise.all(asked)).toEqual([10, 20, 30, 20]);
  void ask(em, 4);
  expect(sent.at(-1)).toEqual([4]);
});

test('of one key, one is sent at a time, in their order', async () => {
  const { sent, send, answerNext } = slowDatabase();
  const [ask, em] = [inBatches({ send, keyOf: (each: number) => each % 2 }), emOf({})];
  const asked = [1, 3, 5, 2, 7].map((each) => ask(em, each));
  for (let n = 0; n < 4; n += 1) await answerNext();
  expect(sent).toEqual([[1], [3, 2], [5], [7]]);
  expect(await Promise.all(asked)).toEqual([10, 30, 50, 20, 70]);
});

test('at most a hundred are sent together', async () => {
  const { sent, send, answerNext } = slowDatabase();
  const [ask, em] = [inBatches({ send }), emOf({})];
  const asked = Array.from({ length: 151 }, (_, each) => ask(em, each));
  for (let n = 0; n < 3; n += 1) await answerNext();
  expect(sent.map(({ length }) => length)).toEqual([1, 100, 50]);
  expect(await Promise.all(asked)).toHaveLength(151);
});

test('a statement that takes long is not waited for', async () => {
  const { sent, send, answerNext } = slowDatabase();
  const [ask, em] = [inBatches({ send }), emOf({})];
  const asked = [ask(em, 1), ask(em, 2)];
  await expect.poll(() => sent, { interval: 5 }).toEqual([[1], [2]]);
  asked.push(ask(em, 3));
  await answerNext();
  expect(sent).toEqual([[1], [2]]);
  await answerNext();
  expect(sent).toEqual([[1], [2], [3]]);
  await answerNext();
  expect(await Promise.all(asked)).toEqual([10, 20, 30]);
});

test('each database has its own, and a transaction waits for no one', async () => {
  const { sent, send } = slowDatabase();
  const ask = inBatches({ send });
  const pool = {};
  void ask(emOf(pool), 1);
  void ask(emOf({}), 2);
  void ask(emOf(pool, true), 3);
  void ask(emOf(pool), 4);
  expect(sent).toEqual([[1], [2], [3]]);
});

test('when a statement of several fails, each is tried alone', async () => {
  const sent: number[][] = [];
  const send = async (_: Em, asks: number[]) => {
    sent.push(asks);
    await new Promise(setImmediate);
    if (asks.includes(3)) throw new Error('3 is odd');
    return asks;
  };
  const [ask, em] = [inBatches({ send }), emOf({})];
  const settled = await Promise.allSettled([1, 2, 3, 4].map((each) => ask(em, each)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(settled[2]).toMatchObject({ reason: new Error('3 is odd') });
  expect(sent).toEqual([[1], [2, 3, 4], [2], [3], [4]]);
  await expect(ask(em, 5)).resolves.toBe(5);
});

test('when the database is away, it is not asked for each again', async () => {
  const { sent, send, answerNext, refuseNext } = slowDatabase();
  const [ask, em] = [inBatches({ send }), emOf({})];
  const asked = [1, 2, 3].map((each) => ask(em, each).catch((error: unknown) => error));
  await answerNext();
  const terminated = Object.assign(new Error('terminated'), { code: '57P01' });
  await refuseNext(terminated);
  expect(sent).toEqual([[1], [2, 3]]);
  expect(await Promise.all(asked)).toEqual([10, terminated, terminated]);
});

const nextRound = () => new Promise(setImmediate);

/** So many pages whose data has come: the first one is being made, the others wait. */
async function pagesThatWait(count: number, made: string[]) {
  for (let round = 0; round < 3; round += 1) await nextRound();
  for (let page = 0; page < count; page += 1) {
    const turn = ownTurn();
    const make = () => void made.push(`page ${page}`);
    if (turn) void turn.then(make);
    else make();
  }
}

test('what pages need is asked behind the pages that wait, together with what is asked until then', async () => {
  const order: string[] = [];
  const send = async (_: Em, asks: number[]) => {
    order.push(`asked for ${asks}`);
    return asks;
  };
  const [ask, em] = [inBatches({ send, isForPages: true }), emOf({})];
  await pagesThatWait(3, order);
  const asked = [ask(em, 1), ask(em, 2)];
  await nextRound();
  asked.push(ask(em, 3));
  expect(await Promise.all(asked)).toEqual([1, 2, 3]);
  expect(order).toEqual(['page 0', 'page 1', 'page 2', 'asked for 1,2,3']);
  await ask(em, 4);
  expect(order.at(-1)).toBe('asked for 4');
});

test('what no page needs is asked while pages wait', async () => {
  const { sent, send } = slowDatabase();
  await pagesThatWait(3, []);
  void inBatches({ send })(emOf({}), 1);
  expect(sent).toEqual([[1]]);
});

test('the answers for pages come one in each round of the event loop, and the next statement does not wait for them', async () => {
  const { sent, send, answerNext } = slowDatabase();
  const [ask, em] = [inBatches({ send, isForPages: true }), emOf({})];
  for (let round = 0; round < 3; round += 1) await nextRound();
  let round = 0;
  const rounds: number[] = [];
  const asked = [1, 2, 3, 4].map((each) => ask(em, each).then(() => rounds.push(round)));
  await answerNext();
  expect(sent).toEqual([[1], [2, 3, 4]]);
  void ask(em, 5);
  await answerNext();
  for (; rounds.length < 4 && round < 20; round += 1) await nextRound();
  await Promise.all(asked);
  expect(new Set(rounds.slice(1)).size).toBe(3);
  expect(sent.at(-1)).toEqual([5]);
});
