import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

/** Milliseconds from the answer to the largest paint of a page with one line of text, on the phone of the promise.
 *  As with the site's pages, a new process of the browser must start first, which takes about half of it. */
const emptyPageOnPhone = 210;
/** How much slower than a desktop computer a phone is at most. */
const mostSlowdown = 4;
const loads = 6;

export interface Paint {
  /** Milliseconds from the start of the navigation. */
  answered: number;
  largest: number;
}

/** When the largest part of the open page was painted, after its load. */
export const paintOf = (page: Page): Promise<Paint> =>
  page.evaluate(
    () =>
      new Promise<Paint>((done) => {
        const navigation = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming;
        new PerformanceObserver((list) =>
          done({ answered: navigation.responseStart, largest: list.getEntries().at(-1)?.startTime ?? 0 }),
        ).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );

/** Makes the page's processor slower.
 *  @param rate how many times slower; 1 is the machine itself */
export async function slowDown(page: Page, rate: number) {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate });
}

/** How much slower this machine must become to be the phone of the promise (ADR-034): four times on a machine that,
 *  made so slow, paints an almost empty page in that time, less on a slower one, which would otherwise be an even slower phone.
 *  @param open opens a page in a browser context of its own */
export async function slowdownOfPhone(open: () => Promise<Page>): Promise<number> {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.setHeader('cross-origin-opener-policy', 'same-origin');
    answer.end('<!doctype html><title>Empty</title><h1>One line of text</h1>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const took: number[] = [];
    while (took.length < loads) {
      const page = await open();
      await slowDown(page, mostSlowdown);
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const { answered, largest } = await paintOf(page);
      took.push(largest - answered);
      await page.close();
    }
    return Math.min(mostSlowdown, Math.max(1, (mostSlowdown * emptyPageOnPhone) / Math.min(...took)));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
