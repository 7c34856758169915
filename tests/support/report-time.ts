import { expect } from 'vitest';

/** Compares a time with what the site promises, and reports one that is longer. The machine does other things, too, so
 *  only what takes three times as long, and more than half a minute, fails. */
export function reportTime(what: string, ms: number, promisedMs: number) {
  if (ms > promisedMs)
    process.stdout.write(`${what} took ${Math.round(ms)} ms; ${promisedMs} ms are promised.\n`);
  expect(ms, what).toBeLessThan(Math.max(3 * promisedMs, 30_000));
}
