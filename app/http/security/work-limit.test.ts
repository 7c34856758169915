import { beforeEach, expect, test } from 'vitest';
import { WorkLimit } from './work-limit.server.ts';

let at = 0;
let limit: WorkLimit;
let holdsChanges = false;
let started: string[] = [];
let refused: string[] = [];
/** Those that wait for their clients. */
let waiting = new Set<string>();
beforeEach(() => {
  waiting = new Set();
  at = 0;
  holdsChanges = false;
  limit = new WorkLimit(
    () => at,
    () => holdsChanges,
  );
  started = [];
  refused = [];
});

/** A request with its name; its address is the part before the dash. */
const enter = (name: string, isShared = false, isChange = false) =>
  limit.enter({
    address: name.split('-')[0] ?? '',
    isShared,
    isChange,
    isElsewhere: () => name.startsWith('slow'),
    waitsForClient: () => waiting.has(name),
    start: () => started.push(name),
    refuse: () => refused.push(name),
  });
const enterMany = (address: string, count: number) =>
  Array.from({ length: count }, (_, n) => enter(`${address}-${n}`));

test('as many as the limit are worked on, the next ones wait, and each that ends lets one in', () => {
  const leave = enterMany('a', 14);
  expect(started).toHaveLength(12);
  expect(limit.state).toEqual({ limit: 12, working: 12, waiting: 2 });
  leave[0]?.();
  leave[0]?.();
  expect(started.at(-1)).toBe('a-12');
  expect(limit.state).toEqual({ limit: 12, working: 12, waiting: 1 });
});

test('who waits for their client takes no place, also in a busy process; they end without letting one more in', () => {
  const leave = enterMany('a', 14);
  for (const name of ['a-0', 'a-1']) waiting.add(name);
  limit.tick(40);
  limit.tick(20);
  expect(limit.state).toMatchObject({ working: 10, waiting: 2 });
  limit.tick(0);
  leave[2]?.();
  expect(started).toContain('a-12');
  const before = started.length;
  leave[0]?.();
  expect(started).toHaveLength(before);
});

test('who waits for four seconds is refused, a form after eight, and so is who finds the queue full', () => {
  for (let n = 0; n < 12 + 127; n += 1) enter(`${n}-x`);
  enter('form-x', false, true);
  expect(refused).toEqual([]);
  enter('new-x');
  expect(refused).toEqual(['new-x']);
  at = 3_999;
  limit.tick(0);
  expect(limit.refused).toBe(1);
  at = 4_000;
  limit.tick(20);
  expect(limit.refused).toBe(1 + 126);
  expect(limit.state.waiting).toBe(1);
  at = 8_000;
  limit.tick(20);
  expect(refused.at(-1)).toBe('form-x');
});

test('who leaves while waiting is neither started nor refused', () => {
  const leave = enterMany('a', 13);
  leave[12]?.();
  leave[0]?.();
  at = 5_000;
  limit.tick(0);
  expect([started.length, refused.length]).toEqual([12, 0]);
});

test('an address that fills the queue gives a place up to each other address', () => {
  enterMany('a', 12 + 128);
  enter('b-0');
  enter('c-0');
  expect(refused).toEqual(['a-139', 'a-138']);
  for (let n = 0; n < 300; n += 1) enter(`b-${n}`);
  expect(refused.filter((name) => name.startsWith('b'))).toHaveLength(300 - 62);
  expect(limit.state.waiting).toBe(128);
});

test('an address with half of the places lets others go first', () => {
  const leave = enterMany('a', 13);
  enter('b-0');
  leave[0]?.();
  leave[1]?.();
  expect(started.slice(12)).toEqual(['b-0', 'a-12']);
});

test('a page that many get has places of its own and goes before all', () => {
  const leave = enterMany('a', 13);
  enter('b-0');
  for (let n = 0; n < 9; n += 1) enter(`page-${n}`, true);
  expect(started.slice(12)).toEqual(Array.from({ length: 8 }, (_, n) => `page-${n}`));
  leave[0]?.();
  expect(started.slice(20)).toEqual(['page-8']);
  leave[1]?.();
  expect(limit.state).toEqual({ limit: 12, working: 19, waiting: 2 });
});

test('a request that waits for its sender takes no place after two seconds, in a busy process after ten', () => {
  enterMany('slow', 12);
  at = 1_500;
  enter('b-0');
  at = 2_000;
  limit.tick(31);
  expect(limit.state).toEqual({ limit: 10, working: 12, waiting: 1 });
  limit.tick(0);
  expect(started.at(-1)).toBe('b-0');
  expect(limit.state.working).toBe(1);
  enterMany('slow', 9);
  at = 12_000;
  limit.tick(31);
  expect(limit.state.working).toBe(1);
});

test('a request that waits for this process keeps its place, however long', () => {
  enterMany('a', 12);
  at = 60_000;
  limit.tick(0);
  expect(limit.state.working).toBe(12);
});

test('fewer are worked on while the event loop is blocked, and more again while it is free and some wait', () => {
  for (let n = 0; n < 10; n += 1) limit.tick(31);
  expect(limit.state.limit).toBe(4);
  limit.tick(0);
  expect(limit.state.limit).toBe(4);
  enterMany('a', 100);
  for (let n = 0; n < 30; n += 1) limit.tick(14);
  expect(limit.state).toEqual({ limit: 20, working: 20, waiting: 80 });
  limit.tick(20);
  expect(limit.state.limit).toBe(20);
});

test('while the database confirms nothing, forms wait eight seconds at most and readers pass them', () => {
  holdsChanges = true;
  for (let n = 0; n < 140; n += 1) enter(`${n}-form`, false, true);
  expect([started.length, refused.length]).toEqual([0, 140 - 128]);
  enter('a-page');
  expect(started).toEqual(['a-page']);
  at = 5_000;
  limit.tick(20);
  enter('b-page');
  expect([started, limit.state.waiting]).toEqual([['a-page', 'b-page'], 128]);
  holdsChanges = false;
  limit.tick(20);
  expect(started.slice(2)).toEqual(Array.from({ length: 10 }, (_, n) => `${n}-form`));
  holdsChanges = true;
  at = 8_000;
  limit.tick(20);
  expect([limit.state.waiting, refused.length]).toEqual([0, 130]);
});

test('a full queue refuses at once whom it would refuse anyway, and no one else', () => {
  const leave = Array.from({ length: 12 + 127 }, (_, n) => enter(`${n}-x`));
  expect(limit.refusesAtOnce('new')).toBe(false);
  enter('127-y');
  expect(limit.isFull).toBe(true);
  // The address with two places in the queue would give one up.
  expect(limit.refusesAtOnce('new')).toBe(false);
  expect(limit.refusesAtOnce('127')).toBe(true);
  expect([refused, limit.refused]).toEqual([[], 1]);
  leave[0]?.();
  expect(limit.refusesAtOnce('127')).toBe(false);
});
