import { expect, test } from 'vitest';
import { median, pairedRatio, parseWrk, summaryOf, type Window } from './figures.ts';

const printed = `Running 2s test @ http://127.0.0.1:4000/
  1 threads and 16 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   220.02us  100.00us   2.00ms   90.00%
    Req/Sec    70.00k     1.00k   72.00k    60.00%
  Latency Distribution
     50%  210.00us
     75%    1.10ms
     90%    2.00ms
     99%    1.50s 
  140001 requests in 2.00s, 1.50MB read
Requests/sec:  70000.50
Transfer/sec:    768.00KB
`;

test('a result of wrk is read with its units', () => {
  expect(parseWrk(printed)).toEqual({
    answers: 140_001,
    perSecond: 70_000.5,
    p50Ms: 0.21,
    p99Ms: 1_500,
    bytes: 1.5 * 1024 ** 2,
    errors: 0,
  });
});

test('refused answers and failed connections are errors, and other output is no result', () => {
  const failed = printed.replace(
    'Requests/sec',
    '  Socket errors: connect 1, read 2, write 3, timeout 4\n  Non-2xx or 3xx responses: 50\nRequests/sec',
  );
  expect(parseWrk(failed).errors).toBe(60);
  expect(() => parseWrk('unable to connect to 127.0.0.1:4000 Connection refused')).toThrow('no result');
});

test('a median is the middle one, or lies between the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 2, 9])).toBe(3);
});

test('a ratio is taken within each round, so that a slow round of both does not move it', () => {
  expect(pairedRatio([10, 1, 12], [20, 2, 20])).toBe(0.5);
});

test('a summary has the median of each figure and all errors', () => {
  const window = (n: number): Window => ({
    answers: 100,
    perSecond: 100 * n,
    p50Ms: n,
    p99Ms: 10 * n,
    bytes: 0,
    errors: n,
    clientShare: n / 10,
    othersShare: 0,
    cpuUs: { node: n, PostgreSQL: 10 * n },
  });
  expect(summaryOf([window(3), window(1), window(2)])).toEqual({
    perSecond: 200,
    p50Ms: 2,
    p99Ms: 20,
    errors: 6,
    clientShare: 0.2,
    othersShare: 0,
    cpuUs: { node: 2, PostgreSQL: 20 },
    cpuUsTotal: 22,
  });
});
