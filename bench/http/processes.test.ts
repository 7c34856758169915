import { expect, test } from 'vitest';
import {
  familyOf,
  parseCores,
  parseStat,
  parseStatus,
  type Snapshot,
  snapshot,
  usedBy,
  usedByOthers,
} from './processes.ts';

test('the time of a process is read behind its name, whatever that holds', () => {
  const stat = '42 (odd) name (1) S 7 42 42 0 -1 4194560 1 2 3 4 150 50 30 20 20 0 11 0 99 1 1';
  expect(parseStat(stat)).toEqual({ parent: 7, ownMs: 2_000, endedMs: 500 });
});

const machine = (times: Record<number, [parent: number, ownMs: number, endedMs: number]>): Snapshot =>
  new Map(
    Object.entries(times).map(([pid, [parent, ownMs, endedMs]]) => [Number(pid), { parent, ownMs, endedMs }]),
  );

test('what a process used includes its children, those that began and those that ended', () => {
  const before = machine({ 10: [1, 100, 0], 11: [10, 50, 0], 12: [10, 40, 0], 90: [1, 500, 0] });
  // 11 ended with 70 ms, 13 is new, and 90 is another program.
  const after = machine({
    10: [1, 110, 70],
    12: [10, 45, 0],
    13: [12, 5, 0],
    90: [1, 900, 0],
    91: [1, 30, 0],
  });
  expect(familyOf(after, 10)).toEqual([10, 12, 13]);
  expect(usedBy(10, before, after)).toBe(10 + 20 + 5 + 5);
  expect(usedByOthers([10], before, after)).toBe(400 + 30);
});

test('memory is read in whole megabytes', () => {
  const status = 'Name:\tnode\nVmHWM:\t  307200 kB\nVmRSS:\t  204800 kB\nRssAnon:\t  102400 kB\n';
  expect(parseStatus(status)).toEqual({ nowMb: 200, mostMb: 300, ownMb: 100 });
});

test('cores are listed one by one and as ranges', () => {
  expect(parseCores('0-2,8')).toEqual([0, 1, 2, 8]);
  expect(parseCores('3')).toEqual([3]);
});

test('this process is part of the machine and uses time', () => {
  const before = snapshot();
  // By its own processor time, because a busy machine may give it none for a while.
  const start = process.cpuUsage();
  const usedMs = ({ user, system } = process.cpuUsage(start)) => (user + system) / 1_000;
  while (usedMs() < 100);
  expect(usedBy(process.pid, before, snapshot())).toBeGreaterThanOrEqual(80);
});
