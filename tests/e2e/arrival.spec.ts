import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { seenOn, watchShifts } from './checks/weight.ts';
import { expect, test as journey } from './journey.ts';

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
  await page.addInitScript(watchShifts);
  await page.goto(`${slowSite}/discover`);
  await expect(page.locator('.card').nth(11)).toBeAttached();
  const { shift, moved } = await seenOn(page);
  // An icon may move in its button until the words beside it are there, and so may the small button of the search.
  expect(moved.filter((part) => !/^<(svg class="icon"|button aria-label="Search")/.test(part))).toEqual([]);
  expect(shift).toBeLessThan(0.001);
});
