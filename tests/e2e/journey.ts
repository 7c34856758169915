import { test as base, expect, type Page } from '@playwright/test';

export { expect };

let people = 0;

/** Tests begin on the site under test; `path` addresses are relative to it. */
export const test = base.extend<{ site: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
  site: async ({}, use) => use(process.env.SITE_URL ?? ''),
  baseURL: async ({ site }, use) => use(site),
});

/** Signs in through the form, as a person does. */
export async function signIn(page: Page, email: string, password = 'jiujitsu') {
  await page.goto('/auth?tab=sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page).not.toHaveURL(/\/auth/);
}

/** Registers somebody new and returns who it is; `door` may be an address of the form that leads on. */
export async function signUp(page: Page, door = '/auth?tab=sign-up') {
  people += 1;
  const username = `new_${process.pid}_${Date.now().toString(36)}_${people}`.slice(0, 30);
  const person = { username, email: `${username}@example.com`, password: 'open guard 22' };
  await page.goto(door);
  await page.getByLabel('First name').fill('Nova');
  await page.getByLabel('Last name').fill('Silva');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password);
  await page.locator('main').getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).not.toHaveURL(/\/auth/);
  return person;
}
