import type { Page, Request } from '@playwright/test';
import { expect, test } from './journey.ts';
import { tasks } from './tasks/all.ts';
import { pointerOn } from './tasks/hands.ts';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'without scripts there is less to lose');

const kinds: Partial<Record<ReturnType<Request['resourceType']>, string>> = {
  image: 'pictures',
  media: 'films',
  texttrack: 'captions',
  font: 'fonts',
};

/** What a request fetches, as people would name what is missing: each script and sheet by itself, the rest by kind. */
function assetOf(request: Request): string | null {
  const file = /\/assets\/([\w.-]+)-[\w-]{8}\.(?:js|css)$/.exec(new URL(request.url()).pathname)?.[1];
  if (file) return `${request.resourceType()} ${file}`;
  return kinds[request.resourceType()] ?? null;
}

/** Runs with everything that `lost` names kept away from the page; returns what the page asked for. */
async function without(lost: string | null, page: Page, run: () => Promise<void>): Promise<Set<string>> {
  const asked = new Set<string>();
  const broken: string[] = [];
  // The browser's own note that no view transition came about, for want of a style sheet in time.
  const note = ({ message }: Error) => /^Transition was/.test(message) || broken.push(message);
  page.on('pageerror', note);
  await page.route('**/*', (route) => {
    const asset = assetOf(route.request());
    if (asset) asked.add(asset);
    return asset !== null && asset === lost ? route.abort() : route.continue();
  });
  await run();
  await page.unroute('**/*');
  page.off('pageerror', note);
  expect(broken).toEqual([]);
  return asked;
}

for (const { name, play } of tasks) {
  test(`whatever never arrives, one can: ${name}`, async ({ page, site, elsewhere, javaScriptEnabled }) => {
    test.setTimeout(240_000);
    const afresh = async () => {
      await page.context().clearCookies();
      await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
      await play({ page, hands: pointerOn(page), javaScriptEnabled, elsewhere });
    };
    const assets = await without(null, page, afresh);
    expect([...assets]).toEqual(expect.arrayContaining(['script entry.client', 'stylesheet site']));
    for (const asset of assets) {
      await test.step(`without ${asset}`, async () => {
        expect(await without(asset, page, afresh)).toContain(asset);
      });
    }
  });
}

test('a page without its sheet reads from top to bottom: nothing lies on anything, no drawing fills it', async ({
  page,
  site,
}) => {
  await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
  await page.route('**/*.css', (route) => route.abort());
  for (const address of ['/', '/discover', '/content/1', '/auth', '/subscriptions']) {
    await page.goto(address);
    const drawings = await page
      .locator('svg:visible')
      .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().width > 500).length);
    expect.soft(drawings, address).toBe(0);
    const placed = await page
      .locator('main *')
      .evaluateAll((all) => all.filter((each) => getComputedStyle(each).position === 'absolute').length);
    expect.soft(placed, address).toBe(0);
  }
});
