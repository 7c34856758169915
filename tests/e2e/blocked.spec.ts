import type { Page, Request } from '@playwright/test';
import { expect, publishByForm, signUpByForm, test } from './journey.ts';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'without scripts there is less to lose');

const isScript = (request: Request) => request.resourceType() === 'script';
/** The one script of a page: all others are fetched by it. */
const isEntry = (request: Request) => isScript(request) && /\/entry\.client-/.test(request.url());

/** What may fail to arrive, one kind at a time. The icons are in the document itself. */
const assets: Record<string, (request: Request) => boolean> = {
  'style sheets': (request) => request.resourceType() === 'stylesheet',
  'the script': isEntry,
  'the further scripts': (request) => isScript(request) && !isEntry(request),
  pictures: (request) => request.resourceType() === 'image',
};

const main = (page: Page) => page.locator('main');
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).first().click();

for (const [asset, isLost] of Object.entries(assets)) {
  test(`when ${asset} never arrive, one still finds, likes, rates, publishes, edits and buys`, async ({
    page,
    site,
  }) => {
    test.slow();
    let lost = 0;
    const broken: string[] = [];
    // The browser's own note that no view transition came about, for want of a style sheet in time.
    page.on('pageerror', ({ message }) => /^Transition was/.test(message) || broken.push(message));
    await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
    await page.route('**/*', (route) => {
      if (!isLost(route.request())) return route.continue();
      lost += 1;
      return route.abort();
    });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await signUpByForm(page);

    await page.goto('/discover');
    await main(page).getByRole('searchbox').fill('guard');
    // Without styles the filters are what a popover is by itself: opened by their button.
    const filters = main(page).getByRole('button', { name: 'Filters' });
    if (await filters.isVisible()) await filters.click();
    await main(page).getByLabel('Subscription Tier').selectOption('Free');
    await press(page, 'Apply');
    await page.waitForURL(/search=guard.*tier=free/);
    await main(page).locator('.card__title a').first().click();
    await page.waitForURL(/\/content\/\d+$/);
    await press(page, /likes: like/);
    await expect(page.getByText('Added to your favorites')).toBeVisible();
    await main(page).getByRole('link', { name: 'Rate This Content' }).first().click();
    await page.getByText('4 stars').click();
    await page.getByRole('button', { name: 'Submit rating' }).click();
    await expect(page.getByText('Your rating has been saved.')).toBeVisible();

    const title = `Less is enough ${Date.now().toString(36)}`;
    const item = await publishByForm(page, title);
    await page.goto(`${item}/edit`);
    await main(page).getByLabel('Title').fill(`${title}, edited`);
    await press(page, /^Save/);
    await expect(page.locator('#toast')).not.toBeEmpty();
    await page.goto('/discover?tier=vip');
    await main(page).getByRole('link', { name: 'Buy Now' }).first().click();
    await press(page, /^Pay \$/);
    await press(page, /^Pay \$/);
    await expect(page.getByText('Purchase Successful')).toBeVisible();
    expect(lost).toBeGreaterThan(0);
    expect(broken).toEqual([]);
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
