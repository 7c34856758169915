import type { Page } from '@playwright/test';
import { expect, expectSeen, moving, pictureFile, signIn, signUp, test } from './journey.ts';

/** What only a browser can show of the specified screens: widths, colours, movements, times. */
test.skip(
  ({ javaScriptEnabled }) => !javaScriptEnabled,
  'the sheets are the same, and what moves is moved by scripts',
);
test.use(moving);

test.beforeEach(async ({ page, site }) => {
  await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
});

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };
const header = (page: Page) => page.locator('header.header');
const accountMenu = (page: Page) => page.locator('#account-menu');
const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Tabs' });

test('[E1.22] [E1.23] [E2.36] [E9.13] phones up to 768 px have tabs and a slide-out menu, desktops a header', async ({
  page,
}) => {
  await signIn(page, 'free@example.com');
  await page.goto('/discover');
  for (const width of [phone.width, 768]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(tabBar(page)).toBeVisible();
    await expect(header(page).getByRole('navigation', { name: 'Main' })).toBeHidden();
    await expect(header(page).getByPlaceholder('Search techniques...')).toBeHidden();
    const { y = 0, height = 0 } = (await tabBar(page).boundingBox()) ?? {};
    expect(Math.round(y + height)).toBe(844);
  }
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.locator('#side-menu').getByRole('link', { name: 'Discover' })).toBeVisible();
  await page.getByRole('button', { name: 'Close menu' }).click();
  await page.getByRole('button', { name: /^Account of/ }).click();
  for (const name of ['Profile', 'Subscriptions']) {
    await expect(accountMenu(page).getByRole('link', { name, exact: true })).toBeVisible();
  }
  await expect(accountMenu(page).getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
  for (const name of ['Dashboard', 'Settings']) {
    await expect(accountMenu(page).getByRole('link', { name, exact: true })).toBeHidden();
  }
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 769, height: 844 });
  await expect(tabBar(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeHidden();
  await page.setViewportSize(desktop);
  await expect(header(page).getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(accountMenu(page)).toContainText('free@example.com');
  for (const name of ['Profile', 'Dashboard', 'Settings']) {
    await expect(accountMenu(page).getByRole('link', { name, exact: true })).toBeVisible();
  }
  await expect(accountMenu(page).getByRole('button', { name: 'Log out', exact: true })).toBeVisible();
  await expect(accountMenu(page).getByRole('link', { name: 'Subscriptions', exact: true })).toBeHidden();
});

test('[E2.30] [E2.31] [E2.38] the header searches on Enter; visitors find Upload on desktops, Sign In everywhere', async ({
  page,
}) => {
  await page.goto('/');
  await expect(header(page).getByRole('link', { name: 'Upload' })).toBeVisible();
  await header(page).getByPlaceholder('Search techniques...').fill('knee cut');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/discover\?search=knee(\+|%20)cut$/);
  await page.setViewportSize(phone);
  await expect(header(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(header(page).getByRole('link', { name: 'Upload' })).toBeHidden();
  await expect(tabBar(page)).toHaveCount(0);
});

test('[E2.51] [E2.52] [E2.60] [E4.13] the grid has its columns, the badges their colours, a phone its sheet', async ({
  page,
}) => {
  await page.goto('/discover');
  const columns = () =>
    page
      .locator('[data-grid]')
      .last()
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
  const badge = page.locator('.card .badge').first();
  for (const [width, count] of [
    [320, 1],
    [390, 2],
    [768, 2],
    [769, 2],
    [1024, 3],
    [1200, 4],
    [1600, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await columns()]).toEqual([width, count]);
    await expect(badge).toHaveCSS('text-transform', width <= 768 ? 'uppercase' : 'none');
  }
  for (const [tier, colour] of [
    ['free', 'rgb(79, 189, 119)'],
    ['premium', 'rgb(242, 138, 60)'],
    ['vip', 'rgb(227, 181, 60)'],
  ] as const) {
    await page.goto(`/discover?tier=${tier}`);
    await expect(badge).toHaveCSS('background-color', colour);
  }
  await page.setViewportSize(phone);
  const sheet = page.getByRole('heading', { name: 'Filter Content' });
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(sheet).toBeVisible();
  // It glides in.
  const foot = async () => {
    const { y = 0, height = 0 } = (await page.locator('#filters').boundingBox()) ?? {};
    return Math.round(y + height);
  };
  await expect.poll(foot).toBe(phone.height);
});

test('[E2.2] [E2.4] [E9.17] the splash draws its logo in 1200 ms, fades within 500 and is removed', async ({
  page,
}) => {
  await page.context().clearCookies();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // The time of the page stands still until the test moves it.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  // Even on a busy machine the script comes early enough to cover the page.
  await page.addInitScript('performance.now = () => 0');
  await page.goto('/');
  const splash = page.locator('.splash');
  await expect(splash).toHaveAttribute('data-splash', 'full');
  const drawn = await splash.evaluate((element) =>
    element
      .getAnimations({ subtree: true })
      .filter(({ effect }) => (effect as KeyframeEffect).target?.matches('.mark path'))
      .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
  );
  expect(Math.max(...drawn)).toBeCloseTo(1200);
  // It is gone before the test could measure how long it takes.
  await splash.evaluate((element) =>
    element.addEventListener('animationstart', () => {
      const [leaving] = element.getAnimations();
      document.body.dataset.leaves = `${leaving?.effect?.getComputedTiming().endTime}`;
    }),
  );
  await page.clock.runFor(2500);
  await expect(splash).toHaveCount(0);
  await expect(page.locator('body')).toHaveAttribute('data-leaves', '500');
});

test('[E2.72] [E2.99] [E5.32] [E9.12] a phone uploads under its own words, and a tap opens the item', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({
    baseURL: site,
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    userAgent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
  });
  const page = await context.newPage();
  await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
  await signUp(page);
  await page.goto('/upload');
  const main = page.locator('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Upload Content', exact: true })).toBeVisible();
  await expect(main.getByText('Share a technique')).toBeHidden();
  await expect(main.getByLabel('Take Photo')).toBeVisible();
  const button = main.getByRole('button', { name: 'Upload Content' });
  await expect(button).toBeDisabled();
  await page
    .getByLabel('Choose Files')
    .setInputFiles([
      await pictureFile('mat.png'),
      await pictureFile('tape.png'),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') },
    ]);
  const lines = page.locator('.sending li');
  for (const name of ['mat.png', 'tape.png']) {
    const preview = lines.filter({ hasText: name }).locator('img');
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800);
  }
  await expect(lines.filter({ hasText: 'notes.txt' })).toContainText('Please select image files only');
  await expect(button).toBeEnabled();
  for (const name of ['mat.png', 'tape.png']) {
    await page.getByRole('button', { name: new RegExp(`^(Remove|Cancel) ${name}$`) }).click();
  }
  await expect(button).toBeDisabled();
  await page.getByLabel('Take Photo').setInputFiles(await pictureFile('mat.png'));
  await expect(lines.filter({ hasText: 'mat.png' })).toContainText('arrived');
  const title = `Tapped ${Date.now()}`;
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('Grip, then turn.');
  await page.getByLabel('Category').selectOption('technique');
  // The button's text is recorded in the page and read later, because a page cannot be asked while it is being left.
  await button.evaluate((element: HTMLButtonElement) => {
    const note = () => sessionStorage.setItem('said', `${element.textContent}, ${element.disabled}`);
    new MutationObserver(note).observe(element, { attributes: true, childList: true });
  });
  await button.click();
  await expect(page.getByText('Technique Shared!')).toBeVisible();
  await expect(page).toHaveURL(`${site}/`);
  expect(await page.evaluate(() => sessionStorage.getItem('said'))).toBe('Uploading..., true');

  const card = page.locator('.card').filter({ hasText: title });
  const finger = await context.newCDPSession(page);
  const touch = (type: string, points: object[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points } as never);
  /** A finger on the image that moves down by so many px. */
  const stroke = async (by: number) => {
    await card.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0 } = (await card.locator('.card__picture').boundingBox()) ?? {};
    const at = { x: x + width / 2, y: y + 40 };
    await touch('touchStart', [at]);
    await touch('touchMove', [{ ...at, y: at.y + by }]);
    await touch('touchEnd', []);
  };
  /** Addresses that the page was led to. */
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await stroke(60);
  // A tap on a page that still glides only stops it.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        let [same, last] = [0, -1];
        const look = () => {
          same = scrollY === last ? same + 1 : 0;
          last = scrollY;
          if (same < 20) requestAnimationFrame(look);
          else done();
        };
        look();
      }),
  );
  await stroke(5);
  await page.waitForURL(/\/content\/\d+$/);
  expect(visited, 'only the second stroke is a tap').toEqual([new URL(page.url()).pathname]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expectSeen(page.locator('.item img').first());
  for (const words of ['Grip, then turn.', 'Nova Silva']) await expect(main).toContainText(words);
  await page.goto('/discover?tier=premium');
  await page.locator('.card').filter({ hasText: '$6.99' }).first().getByRole('link').first().click();
  await page.waitForURL(/\/content\/\d+$/);
  await expect(main).toContainText('$6.99');
  await context.close();
});
