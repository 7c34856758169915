import type { Page, Request } from '@playwright/test';
import { expect, test } from './journey.ts';
import { tasks } from './tasks/all.ts';
import { pointerOn } from './tasks/keyboard-driver.ts';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'without scripts there is less to lose');

/** The files that are lost together. */
type Asset = 'the entry script' | 'the scripts fetched later' | 'the style sheets' | 'the media';

/** What the tasks lose, in turns: each loss makes a task take as long again. Losing the script of every page is nearly
 *  what `keyboard.spec.ts` plays without scripts. */
const losses: Asset[][] = [
  ['the entry script'],
  ['the scripts fetched later'],
  ['the style sheets', 'the media'],
];

const media = ['image', 'media', 'texttrack', 'font'];

/** The group of what a request fetches; null for a document or a call, without which there is no page. */
function assetOf(request: Request): Asset | null {
  const kind = request.resourceType();
  if (media.includes(kind)) return 'the media';
  if (kind === 'stylesheet') return 'the style sheets';
  if (kind !== 'script') return null;
  return request.url().includes('/assets/entry.client-') ? 'the entry script' : 'the scripts fetched later';
}

/** Blocks everything that `lost` names, and returns what the page asked for. */
async function without(lost: Asset[], page: Page, run: () => Promise<void>): Promise<Set<Asset>> {
  const asked = new Set<Asset>();
  const broken: string[] = [];
  // The browser's own message that a view transition was skipped, because a style sheet was late.
  const note = ({ message }: Error) => /^Transition was/.test(message) || broken.push(message);
  page.on('pageerror', note);
  await page.route('**/*', (route) => {
    const asset = assetOf(route.request());
    if (asset) asked.add(asset);
    return asset !== null && lost.includes(asset) ? route.abort() : route.continue();
  });
  await run();
  await page.unroute('**/*');
  page.off('pageerror', note);
  expect(broken).toEqual([]);
  return asked;
}

for (const [place, { name, play }] of tasks.entries()) {
  const lost = losses[place % losses.length] ?? [];
  test(`without ${lost.join(' and ')}, a visitor can: ${name}`, async ({
    page,
    site,
    elsewhere,
    javaScriptEnabled,
  }) => {
    test.setTimeout(120_000);
    await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
    const asked = await without(lost, page, () =>
      play({ page, driver: pointerOn(page), javaScriptEnabled, elsewhere }),
    );
    // Some tasks fetch no scripts later, or end before their images load.
    for (const each of ['the entry script', 'the style sheets'] as const) expect(asked).toContain(each);
  });
}

test('a page without its style sheet reads from top to bottom: nothing overlaps, no drawing fills it', async ({
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
