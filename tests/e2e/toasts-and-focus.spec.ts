import type { Page, TestInfo } from '@playwright/test';
import { expect, moving, signIn, signUp, test } from './journey.ts';
import { keysOn } from './tasks/keyboard-driver.ts';

test.use(moving);

const hasScripts = (info: TestInfo) => info.project.name === 'with-js';

const firstHeart = (page: Page) => page.locator('form[data-toggle=liked] button').first();

for (const [width, height] of [
  [320, 568],
  [375, 812],
  [1280, 800],
] as const) {
  test(`without scripts the toast is visible on the page one is led back to, at ${width} px`, async ({
    page,
  }, info) => {
    test.skip(hasScripts(info), 'scripts lift it over the page and lead nowhere');
    await page.setViewportSize({ width, height });
    await signUp(page);
    await page.goto('/discover');
    const card = page.locator('.card').nth(9);
    await card.locator('form[data-toggle=liked] button').click();
    const toast = page.locator('.toast', { hasText: 'Added to your favorites' });
    await expect(toast).toBeInViewport({ ratio: 1 });
    await expect(card).toBeInViewport();
    const [over, under] = [await toast.boundingBox(), await card.boundingBox()];
    expect(under?.y).toBeGreaterThanOrEqual((over?.y ?? 0) + (over?.height ?? 0));
    expect(under?.y).toBeLessThan(height / 2);
  });
}

test('a toast is dismissed, with scripts or by its link', async ({ page }) => {
  await signIn(page, 'premium@example.com');
  await page.goto('/content/1');
  await firstHeart(page).click();
  const toast = page.locator('[data-toast]');
  await expect(toast).toContainText(/Liked!|Like removed/);
  await toast.getByRole('link', { name: 'Dismiss' }).click();
  await expect(toast.getByText(/Liked!|Like removed/)).toBeHidden();
  await expect(page).toHaveURL(/\/content\/1$/);
});

test('on a phone the focus stays out of what the open filters cover, and Escape returns it', async ({
  page,
  site,
}) => {
  await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/discover');
  const keys = keysOn(page);
  const opener = page.getByRole('button', { name: 'Filters' });
  const clear = page.locator('#filters').getByRole('link', { name: 'Clear' });
  await keys.open(opener);
  await expect(clear).toBeVisible();
  // It glides in.
  await page
    .locator('#filters')
    .evaluate((sheet) => Promise.all(sheet.getAnimations({ subtree: true }).map(({ finished }) => finished)));
  await keys.to(clear);
  await keys.press('Tab');
  // Once around, and it looks at every stop whether something lies on it.
  await keys.to(clear);
  await keys.press('Escape');
  await expect(clear).toBeHidden();
  await expect(opener).toBeFocused();
  await keys.to(page.locator('.card__title a').first());
});

test('the focus is never hidden by a toast', async ({ page }, info) => {
  test.skip(
    !hasScripts(info),
    'without scripts it stays at the top, and one is led back to a place below it',
  );
  await page.setViewportSize({ width: 375, height: 600 });
  await signIn(page, 'premium@example.com');
  await page.goto('/discover');
  const keys = keysOn(page);
  await keys.open(firstHeart(page));
  await expect(page.locator('#toast[popover]')).toBeVisible();
  // It looks at every stop whether something lies on it.
  await keys.to(page.locator('.card__title a').nth(4));
  const toast = page.locator('#toast');
  await expect(toast).toBeVisible();
  // Its links have a ring in the colour of their text, and at twice the letter size there is still room to go on.
  const dismiss = toast.getByRole('link', { name: 'Dismiss' });
  await dismiss.focus();
  // Both again and again, because the toast may still be fading in.
  const [ring, text] = [
    () => dismiss.evaluate((each) => getComputedStyle(each).outlineColor),
    () => toast.evaluate((each) => getComputedStyle(each).color),
  ];
  await expect.poll(async () => (await ring()) === (await text())).toBe(true);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect((await toast.boundingBox())?.height).toBeLessThanOrEqual(0.4 * 568 + 1);
});

test('the menu closes when the focus moves past it', async ({ page, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'without scripts Escape closes it');
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto('/terms-of-service');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.locator('#side-menu');
  await expect(menu).toBeVisible();
  await menu.getByRole('button').last().focus();
  await page.keyboard.press('Shift+Tab');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(menu).toBeHidden();
  await expect(page.locator(':focus')).toBeVisible();
});
