import { readFile } from 'node:fs/promises';
import { unzip } from '../support/media/unzip.ts';
import { expect, signUp, test } from './journey.ts';

test('a member takes a copy of their data and leaves for good', async ({ page }) => {
  const { username, email, password } = await signUp(page);
  await page.goto('/account/data');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`summa-${username}.zip`);
  const files = unzip(await readFile(await download.path()));
  expect(JSON.parse(String(files.get('account.json')))).toMatchObject([{ email, username }]);

  await page.getByRole('link', { name: 'Delete my account' }).click();
  await expect(page.getByRole('heading', { name: 'Delete your account?' })).toBeVisible();
  await page.getByLabel(`Type ${username} to confirm`).fill(username);
  await page.getByLabel('Your password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('alert')).toContainText('password');
  await expect(page.getByLabel(`Type ${username} to confirm`)).toHaveValue(username);
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('Your account is deleted')).toBeVisible();

  await page.goto('/auth?tab=sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.locator('main').getByRole('alert')).toBeVisible();
});
