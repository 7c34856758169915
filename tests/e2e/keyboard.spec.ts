import type { Page } from '@playwright/test';
import { expect, moving, pictureFile, signIn, signUp, test } from './journey.ts';
import { handsOn } from './keyboard.ts';

test.use(moving);

const main = (page: Page) => page.locator('main');
const toast = (page: Page) => page.locator('#toast');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).first();
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name }).first();

test.beforeEach(async ({ page, site }) => {
  await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
});

async function signOut(page: Page) {
  const hands = handsOn(page);
  const account = page.getByRole('button', { name: /^Account of/ });
  await hands.open(account);
  await hands.to(page.locator('#account-menu a').first());
  await hands.press('Escape');
  await expect(account).toBeFocused();
  await hands.press('Enter');
  await hands.open(page.locator('#account-menu').getByRole('button'));
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
}

test('without a pointer: join, search, filter, open, leave', async ({ page }) => {
  const hands = handsOn(page);
  await page.goto('/');
  await hands.press('Tab');
  await hands.skip();
  await hands.press('Tab');
  await expect(main(page).locator(':focus')).toHaveCount(1);
  await page.goto('/auth');
  await hands.open(link(page, 'Sign Up'));
  await expect(page.getByLabel('First name')).toBeVisible();
  const name = `keys_${Date.now().toString(36)}${Math.random().toString(36).slice(2, 5)}`;
  for (const [label, text] of [
    ['First name', 'Nova'],
    ['Last name', 'Silva'],
    ['Username', name],
    ['Email', `${name}@example.com`],
    ['Password', 'open guard 22'],
    ['Confirm password', 'open guard 22'],
  ] as const) {
    await hands.write(main(page).getByLabel(label, { exact: true }), text);
  }
  await hands.press('Enter');
  await expect(page).not.toHaveURL(/\/auth/);

  await hands.write(page.locator('#header-search'), 'guard');
  await hands.press('Enter');
  await page.waitForURL('**/discover?search=guard');
  await hands.skip();
  await hands.choose(page.getByLabel('Subscription Tier'), 'Free');
  await hands.open(main(page).getByText('More Filters'));
  await hands.choose(page.getByLabel('Content type'), 'Image');
  await hands.open(button(page, 'Apply'));
  await page.waitForURL(/tier=free.*contentType=image/);
  await hands.skip();
  await hands.open(page.locator('.card__title a').first());
  await page.waitForURL(/\/content\/\d+$/);
  await signOut(page);
});

test('without a pointer: like, rate, follow', async ({ page, javaScriptEnabled }) => {
  const hands = handsOn(page);
  await signUp(page);
  await page.goto('/discover?tier=free');
  await page.goto((await page.locator('.card__title a').first().getAttribute('href')) ?? '');
  const heart = button(page, /likes: like/);
  await hands.skip();
  await hands.open(heart, 'Space');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  if (javaScriptEnabled) await expect(heart).toBeFocused();
  const rate = link(page, 'Rate This Content');
  await hands.open(rate);
  if (javaScriptEnabled) {
    await expect(page.locator('dialog :focus')).toHaveCount(1);
    await hands.press('Escape');
    await expect(rate).toBeFocused();
    await hands.press('Enter');
  }
  await hands.to(page.getByRole('radio').first());
  for (let stars = 0; stars < 4; stars += 1) await hands.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked();
  await hands.press('ArrowLeft');
  await hands.write(page.getByLabel('Review'), 'Clear from the first grip on.');
  await hands.open(page.getByRole('button', { name: 'Submit rating' }));
  await expect(page.getByText('Your rating has been saved.')).toBeVisible();
  if (javaScriptEnabled) await expect(rate).toBeFocused();

  await hands.open(main(page).locator('.item__facts a[href^="/creators/"]'));
  await page.waitForURL('**/creators/*');
  await hands.open(button(page, /^Follow/));
  await expect(page.getByText('come to your home feed')).toBeVisible();
});

test('without a pointer: subscribe, and buy an item', async ({ page }) => {
  const hands = handsOn(page);
  await signUp(page);
  await page.goto('/subscriptions');
  await hands.open(link(page, 'Subscribe to Premium'));
  await hands.open(button(page, 'Go to payment'));
  await hands.open(button(page, /^Pay \$/));
  await expect(toast(page)).toContainText('Payment Successful');
  await page.goto('/discover?tier=vip');
  await hands.skip();
  await hands.open(link(page, 'Buy Now'));
  await hands.open(button(page, /^Pay \$/));
  await hands.open(button(page, /^Pay \$/));
  await expect(toast(page)).toContainText('Purchase Successful');
  await hands.open(toast(page).getByRole('link', { name: /^Open / }));
  await expect(page).toHaveURL(/\/content\/\d+$/);
});

test('without a pointer: publish, edit, delete', async ({ page, javaScriptEnabled }) => {
  const hands = handsOn(page);
  await signUp(page);
  await page.goto('/upload');
  await hands.skip();
  await hands.to(page.getByLabel('Choose Files'));
  const chooser = page.waitForEvent('filechooser');
  await hands.press('Enter');
  await (await chooser).setFiles(await pictureFile('mat.png'));
  await hands.write(page.getByLabel('Title'), 'Knee cut by keys');
  await hands.choose(page.getByLabel('Category'), 'Technique');
  await hands.open(button(page, /Share Technique/));
  await expect(toast(page)).toContainText(/Upload Successful|Technique Shared/);

  await page.goto('/studio/content');
  await hands.skip();
  await hands.open(link(page, 'Knee cut by keys'));
  await page.waitForURL(/\/content\/\d+$/);
  await hands.open(link(page, 'Edit'));
  await hands.write(page.getByLabel('Title'), 'Knee cut, by keys');
  await hands.open(button(page, /^Save/));
  await expect(toast(page)).not.toBeEmpty();
  await page.goto('/studio/content');
  await hands.skip();
  await hands.open(link(page, 'Knee cut, by keys'));
  await page.waitForURL(/\/content\/\d+$/);
  const remove = link(page, 'Delete');
  await hands.open(remove);
  if (javaScriptEnabled) {
    await expect(page.locator('dialog :focus')).toHaveCount(1);
    await hands.press('Escape');
    await expect(remove).toBeFocused();
    await hands.press('Enter');
  }
  await hands.open(page.getByRole('button', { name: 'Delete', exact: true }));
  await expect(toast(page)).toContainText(/deleted/i);
});

test('without a pointer: change one’s settings, and leave', async ({ page }) => {
  const hands = handsOn(page);
  await signUp(page);
  await page.goto('/profile?edit');
  await hands.skip();
  await hands.write(page.getByLabel('Bio'), 'Trains at night, types by day.');
  await hands.open(button(page, 'Save'));
  await expect(page.getByText('Trains at night, types by day.')).toBeVisible();
  await hands.to(page.getByRole('button', { name: 'Dark' }));
  await hands.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await signOut(page);
});

test('without a pointer: an admin curates a card', async ({ page, javaScriptEnabled }) => {
  const hands = handsOn(page);
  const title = `Keys ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 5)}`;
  await signIn(page, 'admin@example.com');
  await page.goto('/admin/featured');
  await hands.skip();
  await hands.open(link(page, 'Add Featured Content'));
  await hands.write(page.getByLabel('Title'), title);
  await hands.write(page.getByLabel('Creator', { exact: true }), 'Lena Berg');
  await hands.choose(page.getByLabel('Tier', { exact: true }), 'VIP');
  await hands.open(page.getByLabel('Locked'), 'Space');
  await expect(page.getByLabel('Locked')).toBeChecked();
  await hands.open(button(page, 'Save'));
  await expect(page.getByText('Featured content created successfully')).toBeVisible();
  await hands.open(link(page, `Edit ${title}`));
  await hands.write(page.getByLabel('Likes'), '12');
  await hands.open(button(page, 'Save'));
  await expect(page.getByText('Featured content updated successfully')).toBeVisible();
  const remove = link(page, `Delete ${title}`);
  await hands.open(remove);
  if (javaScriptEnabled) {
    await hands.to(page.getByRole('link', { name: 'Cancel' }));
    await hands.press('Enter');
    await expect(remove).toBeFocused();
    await hands.press('Enter');
  }
  await hands.open(page.getByRole('button', { name: 'Delete', exact: true }));
  await expect(page.getByText('Featured content deleted successfully')).toBeVisible();
});
