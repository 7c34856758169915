import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, signUp, test } from './journey.ts';

const main = (page: Page) => page.locator('main');
const downloads = (page: Page) => page.getByRole('region', { name: 'Downloads' });

test('a large picture is saved in full size with Premium, until its creator limits that to buyers', async ({
  page,
  elsewhere,
}) => {
  const { username } = await signUp(page);
  const title = `Large ${username}`;
  await page.goto('/upload');
  const buffer = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer();
  await page.getByLabel('Choose Files').setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Category').selectOption('technique');
  await expect(page.getByLabel('Downloads')).toHaveValue('members');
  await main(page)
    .getByRole('button', { name: /Share Technique|Upload Content/ })
    .first()
    .click();
  await expect(page.getByText(/Technique Shared!|Upload Successful/).first()).toBeVisible();
  await page.goto('/studio/content');
  const address =
    (await main(page).getByRole('link', { name: title, exact: true }).getAttribute('href')) ?? '';

  const open = async (email: string) => {
    const reader = await elsewhere(email);
    await reader.goto(address);
    return reader;
  };
  const premium = await open('premium@example.com');
  const saving = premium.waitForEvent('download');
  await downloads(premium).getByRole('link', { name: 'Picture' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${title}.jpg`);
  expect((await sharp(await readFile(await saved.path())).metadata()).width).toBe(2000);

  const free = await open('free@example.com');
  await expect(main(free)).toContainText('Downloads come with Premium and VIP');
  await expect(downloads(free)).toHaveCount(0);

  await page.goto(`${address}/edit`);
  await page.getByText('Teach it', { exact: true }).click();
  await page.getByLabel('Downloads').selectOption('buyers');
  await main(page).getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/studio\/content/);
  await premium.goto(address);
  await expect(premium.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(downloads(premium)).toHaveCount(0);
  await page.goto('/studio/analytics');
  await expect(main(page)).toContainText('Downloads');
});
