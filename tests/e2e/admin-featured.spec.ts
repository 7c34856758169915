import type { Page } from '@playwright/test';
import { expect, expectSeen, phoneOrDesktop, pictureFile, signIn, test } from './journey.ts';

const main = (page: Page) => page.locator('main');
const entry = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const press = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).first().click();

test.use(phoneOrDesktop);

async function create(page: Page, title: string, order: number) {
  await page.goto('/admin/featured/new');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Creator', { exact: true }).fill('Lena Berg');
  await page.getByLabel('Display Order').fill(String(order));
  await press(page, 'Save');
  await expect(page.getByText('Featured content created successfully')).toBeVisible();
}

async function remove(page: Page, title: string) {
  await page.goto('/admin/featured');
  await page.getByRole('link', { name: `Delete ${title}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Featured content deleted successfully')).toBeVisible();
  await expect(entry(page, title)).toHaveCount(0);
}

test('[C2.38] [C6.8] [C7.35] [C5] an admin curates the landing page', async ({
  page,
  elsewhere,
  javaScriptEnabled,
}) => {
  test.slow();
  const title = `Card ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 5)}`;
  await signIn(page, 'admin@example.com');
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/featured$/);
  await page.getByRole('link', { name: 'Add Featured Content' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Featured Content');

  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Creator', { exact: true }).fill('Lena Berg');
  await page.getByLabel('Tier', { exact: true }).selectOption('VIP');
  await page.getByLabel('Tier Color').selectOption('Gold (VIP)');
  await page.getByLabel('Likes').fill('41');
  await page.getByLabel('Locked').check();
  await page
    .getByLabel('Image file')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toContainText('Invalid File: Please select an image file');
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByLabel('Locked')).toBeChecked();

  await page.getByLabel('Image file').setInputFiles(await pictureFile('armbar.png'));
  if (javaScriptEnabled) {
    await expect(page.getByRole('figure')).toContainText('armbar.png');
    const shown = page.locator('figure img');
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800);
  }
  await press(page, 'Save');
  await expect(page.getByText('Featured content created successfully')).toBeVisible();
  for (const words of ['VIP', 'LOCKED', 'Active', 'by Lena Berg', '41']) {
    await expect(entry(page, title)).toContainText(words);
  }

  const visitor = await elsewhere();
  await visitor.goto('/');
  await expect(entry(visitor, title)).toContainText('Subscribe to view');
  const image = entry(visitor, title).locator('img').first();
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate((found: HTMLImageElement) => found.naturalWidth)).toBeGreaterThan(0);

  const other = await page.context().newPage();
  await page.getByRole('link', { name: `Edit ${title}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Featured Content');
  await other.goto(page.url());
  await other.getByLabel('Likes').fill('42');
  await press(other, 'Save');
  await expect(other.getByText('Featured content updated successfully')).toBeVisible();
  await page.getByLabel('Creator', { exact: true }).fill('Somebody Else');
  await page.getByLabel('Likes').fill('7');
  await page.getByLabel('Active').uncheck();
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toContainText('It now says: 42');
  await expect(page.getByLabel('Creator', { exact: true })).toHaveValue('Somebody Else');
  await expect(page.getByLabel('Active')).not.toBeChecked();
  await press(page, 'Save');
  await expect(entry(page, title)).toContainText('Inactive');
  await visitor.reload();
  await expect(entry(visitor, title)).toHaveCount(0);

  await remove(page, title);
  await page.goto('/admin/log?kind=featured');
  for (const verb of ['created', 'edited', 'deleted']) {
    await expect(
      page.getByRole('listitem').filter({ hasText: title }).filter({ hasText: verb }).first(),
    ).toBeVisible();
  }
});

test('cards change places by plain buttons, and a linked one opens its item', async ({ page }) => {
  test.slow();
  const name = Date.now().toString(36) + Math.random().toString(36).slice(2, 5);
  const order = 1_000 + Math.floor(Math.random() * 900_000);
  await signIn(page, 'admin@example.com');
  await create(page, `First ${name}`, order);
  await create(page, `Second ${name}`, order + 1);
  await press(page, `Move up Second ${name}`);
  await expect(page).toHaveURL(/\/admin\/featured#featured-\d+$/);
  const titles = await page.getByRole('heading', { level: 2 }).filter({ hasText: name }).allTextContents();
  expect(titles).toEqual([`Second ${name}`, `First ${name}`]);

  await page.getByRole('link', { name: `Edit First ${name}` }).click();
  const find = page.getByLabel('Find a technique to link');
  await find.fill('nothing has such a name');
  await press(page, 'Search');
  await expect(page.getByText('Nothing found for')).toBeVisible();
  await find.fill('/content/1');
  await press(page, 'Search');
  await expect(page.getByText('1 technique found.')).toBeVisible();
  await page.getByRole('group', { name: 'Linked technique' }).getByRole('radio').nth(1).check();
  await press(page, 'Save');
  await entry(page, `First ${name}`).getByRole('link', { name: 'Opens item 1' }).click();
  await expect(page).toHaveURL(/\/content\/1$/);

  await remove(page, `First ${name}`);
  await remove(page, `Second ${name}`);
});

test('the overview shows the state of the site, in figures, charts, and as a table', async ({ page }) => {
  await signIn(page, 'admin@example.com');
  await page.goto('/admin/overview');
  for (const figure of ['Sign-ups', 'Uploads', 'Active plans', 'Revenue', 'Open reports', 'Jobs failing']) {
    await expect(page.getByRole('term').filter({ hasText: figure }).first()).toBeVisible();
  }
  await expect(main(page)).not.toContainText('not available');
  await expectSeen(page.getByRole('img', { name: /^Uploads per day: \d+ in all/ }));
  await page.getByText('All figures, day by day').click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(31);
});
