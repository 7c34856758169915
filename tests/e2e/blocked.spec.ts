import type { Page } from '@playwright/test';
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

const media = ['Image', 'Media', 'Font'] as const;
/** The captions of a video, which the browser counts as no kind of its own. */
const captions = '/captions/';

/** The group of what a request fetches; null for a document or a call, without which there is no page. */
function assetOf(resourceType: string, url: string): Asset | null {
  if (resourceType === 'Document') return null;
  if (media.some((each) => each === resourceType) || url.includes(captions)) return 'the media';
  if (resourceType === 'Stylesheet') return 'the style sheets';
  if (resourceType !== 'Script') return null;
  return url.includes('/assets/entry.client-') ? 'the entry script' : 'the scripts fetched later';
}

/** Blocks everything that `lost` names, and returns what the page asked for. */
async function without(lost: Asset[], page: Page, run: () => Promise<void>): Promise<Set<Asset>> {
  const asked = new Set<Asset>();
  const broken: string[] = [];
  // The browser's own message that a view transition was skipped, because a style sheet was late.
  const note = ({ message }: Error) => /^Transition was/.test(message) || broken.push(message);
  page.on('pageerror', note);
  // Not `page.route`, which takes the browser's cache away, so that every page would load everything again.
  const client = await page.context().newCDPSession(page);
  client.on('Fetch.requestPaused', ({ requestId, resourceType, request }) => {
    const asset = assetOf(resourceType, request.url);
    if (asset) asked.add(asset);
    const answer =
      asset && lost.includes(asset)
        ? client.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
        : client.send('Fetch.continueRequest', { requestId });
    // A page that was left takes its requests with it.
    answer.catch(() => null);
  });
  const kinds = (['Script', 'Stylesheet', ...media] as const).map((resourceType) => ({ resourceType }));
  await client.send('Fetch.enable', { patterns: [...kinds, { urlPattern: `*${captions}*` }] });
  await run();
  await client.detach();
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
