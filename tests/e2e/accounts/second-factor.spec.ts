import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { codeAt } from '../../support/people/factor-codes.ts';
import { expect, expectSeen, signIn, signUp, test } from '../journey.ts';

test.describe.configure({ timeout: 120_000 });

const stepMs = 30_000;
/** The code of the app, now or some steps later. The site also takes the next one, and none twice. */
const codeIn = (key: string, steps = 0) => codeAt(key, new Date(Date.now() + steps * stepMs));

async function signOut(page: Page) {
  await page.goto('/');
  await page
    .locator('form[action="/logout"]')
    .first()
    .evaluate((form) => (form as HTMLFormElement).requestSubmit());
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
}

/** Gives the password; the page of the code comes next. */
async function firstStep(page: Page, email: string, password: string) {
  await page.goto('/library');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code');
}

async function setUp(page: Page, password: string) {
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expectSeen(page.getByRole('img', { name: /^QR code/ }));
  const key = (await page.locator('main code').textContent()) ?? '';
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByText('Your second factor is not on yet')).toBeVisible();
  expect(await page.locator('main code').textContent()).toBe(key);
  await page.getByLabel('Code', { exact: true }).fill(codeIn(key));
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your second factor is on');
  const codes = await page.locator('.recovery-codes li').allTextContents();
  expect(codes).toHaveLength(10);
  return { key, codes };
}

test('it is set up, asked for at every sign-in, and a recovery code works when the phone is lost', async ({
  page,
}) => {
  const person = await signUp(page);
  const { key, codes } = await setUp(page, person.password);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as text' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(codes.join('\n'));
  await page.getByRole('link', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();

  await signOut(page);
  await firstStep(page, person.email, person.password);
  await page.goto('/library');
  await expect(page).toHaveURL(/\/auth\?tab=sign-in/);
  await firstStep(page, person.email, person.password);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('You are not signed in yet')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(codeIn(key, 1));
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/library$/);

  await signOut(page);
  await firstStep(page, person.email, person.password);
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/library$/);
  await expect(page.getByText('9 recovery codes left.')).toBeVisible();

  await page.goto('/account/security');
  await page.getByRole('link', { name: 'Make new recovery codes' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(person.password);
  await page.getByLabel('Code', { exact: true }).fill(codes[1] ?? '');
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your new recovery codes');
  const fresh = await page.locator('.recovery-codes li').allTextContents();
  expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
  await page.getByRole('link', { name: 'I’ve saved them' }).click();
  await page.getByRole('link', { name: 'Switch off' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(person.password);
  await page.getByLabel('Code', { exact: true }).fill(fresh[0] ?? '');
  await page.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('Your second factor is off').first()).toBeVisible();
  await signOut(page);
  await signIn(page, person.email, person.password);
});

test('an admin resets it for a member who lost phone and codes', async ({ page, elsewhere }) => {
  const person = await signUp(page);
  await setUp(page, person.password);
  const admin = await elsewhere('admin@example.com');
  await admin.goto(`/admin/users?search=${person.username}`);
  await admin.locator('main').getByRole('link', { name: 'Nova Silva' }).first().click();
  await expect(admin.getByText('Second factor on since')).toBeVisible();
  await admin.getByRole('link', { name: 'Reset second factor' }).click();
  await admin.getByRole('button', { name: 'Reset second factor' }).click();
  await expect(admin.getByText('Second factor reset', { exact: true })).toBeVisible();
  await expect(admin.getByText('reset the second factor of')).toBeVisible();
  await page.goto('/account/security');
  await expect(page).toHaveURL(/\/auth\?tab=sign-in/);
  await signIn(page, person.email, person.password);
});
