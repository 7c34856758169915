import { readdirSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { load, sum } from './checks/transfers.ts';
import { expect, test } from './journey.ts';
import { comeAs } from './screens.ts';

test.describe.configure({ timeout: 120_000 });
test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'the files are the same, but for the scripts');

test.beforeEach(async ({ page, site }) => {
  await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
});

test('pages are compressed once, and built files are stored compressed under lasting names', async ({
  page,
  site,
}) => {
  const loaded = await load(page, '/discover');
  const files = loaded.filter(({ type }) => type === 'Stylesheet' || type === 'Script');
  expect(files.length).toBeGreaterThan(0);
  for (const { url, headers } of files) {
    expect.soft(url).toMatch(/\/assets\/[\w.-]+-[\w-]{8}\.(css|js)$/);
    expect.soft(headers['cache-control'], url).toBe('public, max-age=31536000, immutable');
    expect.soft(headers['content-encoding'], url).toBe('br');
    // It is compressed by the build. Only then is its length known before it is sent.
    expect.soft(Number(headers['content-length']), url).toBeGreaterThan(0);
  }
  await comeAs(page, 'creator', site);
  const [own] = await load(page, '/dashboard');
  const [kept] = loaded;
  const sheet = new URL(files.find(({ type }) => type === 'Stylesheet')?.url ?? '').pathname;
  expect(kept?.headers.link, 'asked for by the head of the answer').toBe(`<${sheet}>; rel=preload; as=style`);
  for (const { url, headers, bytes } of [kept!, own!]) {
    expect.soft(headers['content-encoding'], url).toBe('br');
    const plain = await page.request.get(url, { headers: { 'Accept-Encoding': 'identity' } });
    expect.soft(plain.headers()['content-encoding'], url).toBeUndefined();
    expect.soft(bytes, url).toBeLessThan((await plain.body()).length / 4);
    for (const accepted of ['gzip', 'br']) {
      const answer = await page.request.get(url, { headers: { 'Accept-Encoding': accepted } });
      expect.soft(answer.headers()['content-encoding'], url).toBe(accepted);
      expect.soft(await answer.text(), `${url} by ${accepted}`).toMatch(/^<!DOCTYPE html>/);
    }
  }
});

test('of the built scripts only those that pages load are published', () => {
  const published = readdirSync('build/client/assets').filter((name) => name.endsWith('.js'));
  const known =
    /^(entry\.client|conversation|counter|filters|find|hero|loop|manifest|number|open-dialog|passwords|pay|player|preview|progress|signed-out|upload|zone)-/;
  expect(published.filter((name) => !known.test(name))).toEqual([]);
});

test('a second visit loads no file again, and each page answers 304', async ({ page }) => {
  const address = '/terms-of-service';
  const first = await load(page, address);
  await page.goto('/privacy-policy', { waitUntil: 'networkidle' });
  const again = await load(page, address, { isFirst: false });
  const [document, ...files] = again;
  expect(sum(first, 'Document')).toBeGreaterThan(3_000);
  // The head of a 304.
  expect(document?.bytes).toBeLessThan(1_000);
  expect(files.filter(({ bytes }) => bytes > 0)).toEqual([]);
  const etag = document?.headers.etag ?? '';
  const known = await page.request.get(address, { headers: { 'If-None-Match': etag } });
  expect([known.status(), (await known.body()).length]).toEqual([304, 0]);
});

test('no row is sent twice: neither beside its markup as data, nor on two pages of a list', async ({
  page,
}) => {
  const seen: string[] = [];
  let address: string | null = '/discover';
  for (let pages = 0; address && pages < 3; pages += 1) {
    const html: string = await (await page.request.get(address)).text();
    seen.push(...[...html.matchAll(/ id="card-(\d+)"/g)].map(([, id]) => id ?? ''));
    const inline = [...html.matchAll(/<script(?![^>]* src=)[^>]*>/g)].map(([tag]) => tag);
    expect(inline).toEqual([]);
    await page.goto(address);
    const older = page.locator('main a[href*="after="]').last();
    address = (await older.count()) > 0 ? await older.getAttribute('href') : null;
  }
  expect(seen.length).toBeGreaterThan(24);
  expect(new Set(seen).size).toBe(seen.length);
});

/** A phone with a sharp screen, to which a page would send its larger images. */
async function phone(browser: Browser, site: string, headers: Record<string, string>) {
  const context = await browser.newContext({
    viewport: { width: 375, height: 800 },
    deviceScaleFactor: 2,
    baseURL: site,
    extraHTTPHeaders: headers,
  });
  await context.addCookies([{ name: 'visit', value: '1', url: site }]);
  return { page: await context.newPage(), context };
}

test('with Save-Data clearly less is sent, also from the cache', async ({ browser, site }) => {
  const plain = await phone(browser, site, {});
  const saving = await phone(browser, site, { 'Save-Data': 'on' });
  // The cache would mix up the two unless the site distinguishes them.
  for (const [one, other] of [
    [plain, saving],
    [saving, plain],
  ] as const) {
    // A creator for whom no other journey publishes. Images of one colour have nothing to save.
    for (const address of ['/', '/creators/marina_costa', '/content/1']) {
      const [first, second] = [await load(one.page, address), await load(other.page, address)];
      const [usual, less] = one === plain ? [first, second] : [second, first];
      expect.soft(sum(less), `all of ${address}`).toBeLessThan(0.8 * sum(usual));
      expect.soft(sum(less, 'Image'), `pictures of ${address}`).toBeLessThan(0.75 * sum(usual, 'Image'));
      expect.soft(sum(less, 'Script'), `scripts of ${address}`).toBe(0);
      expect.soft(less[0]?.headers.vary, address).toContain('Save-Data');
    }
  }
  await Promise.all([plain.context.close(), saving.context.close()]);
});
