import type { Page, TestInfo } from '@playwright/test';
import { expect, moving, signUp, test } from './journey.ts';

test.use(moving);

const hasScripts = (info: TestInfo) => info.project.name === 'with-js';

/** Counts the documents that a page loads from now on. */
function documentsOf(page: Page) {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) seen.push(request.url());
  });
  return seen;
}

const firstHeart = (page: Page) => page.locator('form[data-toggle=liked] button').first();

test('a visitor gets one script, more for the hero, the filters, passwords and the zone, at most 4 kB, no React, and nothing the policy refuses', async ({
  page,
}, info) => {
  /** Scripts besides the one of every page. */
  const more: Record<string, number> = { '/': 1, '/discover': 1, '/auth': 2 };
  const scripts: { bytes: number; text: string }[] = [];
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return;
    const { responseBodySize } = await response.request().sizes();
    scripts.push({ bytes: responseBodySize, text: await response.text() });
  });
  for (const path of ['/', '/discover', '/creators', '/auth', '/help-center', '/content/1']) {
    scripts.length = 0;
    const answer = await page.goto(path);
    expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';");
    await page.waitForLoadState('networkidle');
    expect(scripts.length, path).toBe(hasScripts(info) ? 1 + (more[path] ?? 0) : 0);
    expect(
      scripts.reduce((sum, { bytes }) => sum + bytes, 0),
      path,
    ).toBeLessThanOrEqual(4096);
    for (const { text } of scripts) expect(text).not.toMatch(/hydrateRoot|useState/);
    // Structured data is a script to the parser only; it never runs.
    const inline = page.locator('script:not([src]):not([type="application/ld+json"])');
    expect(await inline.count(), path).toBe(0);
  }
  expect(complaints).toEqual([]);
});

test('with Save-Data no script is sent', async ({ request }) => {
  const answer = await request.get('/discover', { headers: { 'Save-Data': 'on' } });
  expect(await answer.text()).not.toContain('<script');
  expect(answer.headers().vary).toContain('Save-Data');
});

test('a like is kept; with scripts without leaving the page', async ({ page }, info) => {
  await signUp(page);
  await page.goto('/discover');
  const likes = Number(await page.locator('[data-count]').first().getAttribute('data-count'));
  const documents = documentsOf(page);
  await firstHeart(page).click();
  await expect(page.getByText('Added to your favorites')).toBeVisible();
  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'true');
  expect(Number(await page.locator('[data-count]').first().getAttribute('data-count'))).toBeGreaterThan(
    likes,
  );
  expect(documents.length > 0).toBe(!hasScripts(info));
  await page.goto('/discover');
  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'true');
  await firstHeart(page).click();
  await expect(page.getByText('Removed from your favorites')).toBeVisible();
  await page.goto('/discover');
  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'false');
});

test('a visitor who likes is asked to sign in, and comes back to the card', async ({ page }) => {
  await page.goto('/discover');
  await firstHeart(page).click();
  await expect(page.getByText('Please sign in to like content')).toBeVisible();
  await page.waitForURL('**/auth?tab=sign-in&next=**');
  await page.getByLabel('Email').fill('free@example.com');
  await page.getByLabel('Password', { exact: true }).fill('jiujitsu');
  await page.locator('main').getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(/\/discover#card-\d+$/);
});

test('a follow is kept and counted; with scripts without leaving the page', async ({ page }, info) => {
  await signUp(page);
  await page.goto('/creators?search=kenji');
  await page.getByRole('link', { name: 'View Profile' }).first().click();
  const followers = page.locator('main h1 + p [data-count]');
  const before = Number(await followers.getAttribute('data-count'));
  const documents = documentsOf(page);
  await page.getByRole('button', { name: 'Follow', exact: false, pressed: false }).click();
  await expect(page.getByText('in your feed')).toBeVisible();
  await expect(followers).toHaveAttribute('data-count', `${before + 1}`);
  expect(documents.length > 0).toBe(!hasScripts(info));
  await page.reload();
  await expect(followers).toHaveAttribute('data-count', `${before + 1}`);
  await page.getByRole('button', { name: 'Following', exact: false, pressed: true }).click();
  await expect(page.getByText('No longer following')).toBeVisible();
  await page.reload();
  await expect(followers).toHaveAttribute('data-count', `${before}`);
});

test('rating without stars says what is missing; with stars it counts, shows, and can be taken back', async ({
  page,
}, info) => {
  await signUp(page);
  await page.goto('/discover?tier=free');
  await page.locator('.card__title a').first().click();
  await page.waitForURL(/\/content\/\d+$/);
  const item = new URL(page.url()).pathname;
  const documents = documentsOf(page);
  await page.locator(`a[href="${item}/rate"]`).click();
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await expect(page.getByRole('alert').getByText('Please select a star rating.')).toBeVisible();
  await expect(page.getByText('Rating Required')).toBeVisible();
  await page.locator('label', { hasText: '4 stars' }).click();
  await page.getByLabel('Review').fill('The grips are finally clear.');
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await expect(page.getByText('Your rating has been saved.')).toBeVisible();
  await expect(page.getByText('The grips are finally clear.')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(item);
  expect(documents.length > 0).toBe(!hasScripts(info));

  await page.getByRole('link', { name: 'Change your rating' }).click();
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await expect(page.getByLabel('Review')).toHaveValue('The grips are finally clear.');
  await page.getByRole('button', { name: 'Remove my rating' }).click();
  await expect(page.getByText('Your rating no longer counts.')).toBeVisible();
  await expect(page.getByText('The grips are finally clear.')).toBeHidden();
});

test('a list grows: with scripts in place, otherwise on the next page', async ({ page }, info) => {
  await page.goto('/discover');
  await expect(page.locator('.card')).toHaveCount(12);
  await page.locator('[data-pager] a[rel=next]').click();
  await page.waitForURL(hasScripts(info) ? '/discover' : /[?&]after=/);
  await expect(page.locator('.card')).toHaveCount(hasScripts(info) ? 24 : 12);
});

test('opening a card far down a list and going back finds the list as it was', async ({ page }, info) => {
  test.skip(!hasScripts(info), 'without scripts each page of a list has its own address');
  await page.goto('/discover');
  const cards = page.locator('.card__title a');
  for (const count of [24, 36]) {
    await page.getByRole('link', { name: 'Load more' }).click();
    await expect(cards).toHaveCount(count);
  }
  const card = page.locator(`a[href="${await cards.nth(30).getAttribute('href')}"]`).last();
  await card.scrollIntoViewIfNeeded();
  const { y: before = 0 } = (await card.boundingBox()) ?? {};
  await card.click();
  await page.waitForURL(/\/content\/\d+$/);
  for (const come of [() => page.goBack(), () => page.reload()]) {
    await come();
    await expect(cards).toHaveCount(36);
    await expect.poll(async () => Math.round((await card.boundingBox())?.y ?? 0)).toBe(Math.round(before));
  }
});

test('the link of an item can be shared with and without scripts', async ({ page, context }, info) => {
  if (hasScripts(info)) await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/content/1');
  const share = page.locator('[data-share]').first();
  await share.locator('summary').click();
  if (hasScripts(info)) await expect(page.getByText('Share link copied to clipboard')).toBeVisible();
  else await expect(share.getByRole('textbox', { name: 'Link' })).toHaveValue(/\/content\/1$/);
});

test('a password can be shown only where scripts run', async ({ page }, info) => {
  await page.goto('/auth?tab=sign-in');
  const eye = page.getByRole('button', { name: 'Show password' });
  if (!hasScripts(info)) return expect(eye).toBeHidden();
  await page.getByLabel('Password', { exact: true }).fill('open guard');
  await eye.click();
  await expect(page.locator('#field-password')).toHaveAttribute('type', 'text');
});

test('with scripts wide filters need no Apply, because a changed choice applies at once', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/discover');
  const apply = page.getByRole('button', { name: 'Apply' });
  await expect(apply).toBeVisible({ visible: !javaScriptEnabled });
});

test('a list that was empty shows its stars when a wider filter fills it', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/discover?category=equipment&tier=vip');
  await expect(page.locator('.card')).toHaveCount(0);
  await page.getByLabel('Subscription Tier').selectOption('all');
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Apply' }).click();
  const stars = page.locator('.card use[href="#stars"]').first();
  await expect(stars).toBeAttached();
  expect(await stars.evaluate((drawn: SVGUseElement) => drawn.getBBox().width)).toBeGreaterThan(50);
});
