import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test as journey } from './journey.ts';

interface Shift {
  value: number;
  /** What moved, and in what. */
  parts: string[];
}

/** Bytes of a page that arrive together, and milliseconds until the next. */
const [piece, gapMs] = [300, 20];

const test = journey.extend<{ slowSite: string }>({
  /** The same site on a line that brings its pages in pieces. */
  slowSite: async ({ site }, use) => {
    const server = createServer((asked, answer) => {
      const headers = { ...asked.headers, 'accept-encoding': 'identity' };
      const passing = request(new URL(asked.url ?? '/', site), { headers }, async (whole) => {
        answer.writeHead(whole.statusCode ?? 502, whole.headers);
        if (!whole.headers['content-type']?.startsWith('text/html')) return whole.pipe(answer);
        const page = await buffer(whole);
        // The header arrives in the first packet of a page.
        let end = page.indexOf('<main');
        for (let from = 0; from < page.length; from = end, end += piece) {
          answer.write(page.subarray(from, end));
          await pause(gapMs);
        }
        return answer.end();
      });
      passing.on('error', () => answer.destroy());
      passing.end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    await use(`http://localhost:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  },
});

test('no card and no filter moves while a list arrives in pieces', async ({
  page,
  slowSite,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'a script watches what moves');
  await page.setViewportSize({ width: 412, height: 823 });
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
        const named = ({ node }: { node: Node | null }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const around = element?.closest('article, form')?.id || element?.closest('form')?.className;
          return `${element?.getAttribute('class') || element?.tagName} in ${around}`;
        };
        shifts.push({ value, parts: sources.map(named) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${slowSite}/discover`);
  await expect(page.locator('.card').nth(11)).toBeAttached();
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  expect(shifts.flatMap(({ parts }) => parts).filter((part) => part.includes('card-'))).toEqual([]);
  // An icon may move in its button until the words beside it are there.
  expect(shifts.filter(({ value }) => value > 0.001)).toEqual([]);
});
