import type { Page } from '@playwright/test';
import { expect, openMail, signIn, signUp, test } from '../journey.ts';

// Each walks through several mails and browsers.
test.describe.configure({ timeout: 120_000 });

/** Follows the link with this beginning in the newest mail to a person. */
async function followMail(page: Page, to: string, subject: string, start: string) {
  await openMail(page, to, subject);
  await page.locator(`main a[href^="${start}"]`).click();
}

async function chooseNewPassword(page: Page, password: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
}

const confirmAddress = async (page: Page, person: { email: string }) => {
  await followMail(page, person.email, 'Please confirm your email address', '/auth/verify/');
  await page.getByRole('button', { name: 'Yes, confirm it' }).click();
  await expect(page.getByText('Email confirmed')).toBeVisible();
};

test('a new member confirms the address by the email in the outbox', async ({ page }) => {
  const person = await signUp(page);
  await page.goto('/profile');
  await expect(page.getByText('Please confirm your email address')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page).toHaveURL(/\/profile/);
  await expect(page.getByText(`We sent a link to ${person.email}.`).first()).toBeVisible();
  await confirmAddress(page, person);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { name: `Welcome, ` })).toBeVisible();
  await expect(page.getByText('Please confirm your email address')).toHaveCount(0);
  await page.goBack();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
});

test('a forgotten password is replaced, and every other session ends', async ({ page, elsewhere }) => {
  const person = await signUp(page);
  const visitor = await elsewhere();
  await visitor.goto('/auth?tab=sign-in');
  await visitor.getByRole('link', { name: 'Forgot your password?' }).click();
  await visitor.getByLabel('Email').fill(person.email);
  await visitor.getByRole('button', { name: 'Send me a link' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
  await followMail(visitor, person.email, 'Choose a new password', '/auth/reset/');
  await chooseNewPassword(visitor, 'closed guard 33');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/auth\?tab=sign-in/);
  await signIn(page, person.email, 'closed guard 33');
});

test('a new address is confirmed by its email; the old mailbox can restore the account', async ({ page }) => {
  const person = await signUp(page);
  await confirmAddress(page, person);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'change', exact: true }).click();
  const wanted = person.email.replace('new_', 'moved_');
  await page.getByLabel('New email').fill(wanted);
  await page.getByLabel('Your password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Please confirm your new address')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel the change' })).toBeVisible();
  await followMail(page, wanted, 'Please confirm your new email address', '/auth/verify/');
  await page.getByRole('button', { name: 'Use this address from now on' }).click();
  await expect(page).toHaveURL(/\/profile/);
  await expect(page.locator('main')).toContainText(wanted);

  await followMail(page, person.email, 'Your email address was changed', '/auth/undo/');
  await page.getByRole('button', { name: 'Take my account back' }).click();
  await chooseNewPassword(page, 'half guard 44');
  await signIn(page, person.email, 'half guard 44');
});

test('the other browsers are listed and signed out; a new password keeps this one', async ({
  page,
  elsewhere,
}) => {
  const person = await signUp(page);
  const other = await elsewhere();
  await signIn(other, person.email, person.password);
  await page.goto('/account/security');
  await expect(page.getByText('This browser', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
  await expect(page.getByText('Signed out there')).toBeVisible();
  await other.goto('/profile');
  await expect(other).toHaveURL(/\/auth/);
  await signIn(other, person.email, person.password);

  await page.getByLabel('Current password', { exact: true }).fill(person.password);
  await page.getByLabel('New password', { exact: true }).fill('spider guard 55');
  await page.getByLabel('Confirm password', { exact: true }).fill('spider guard 55');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Every other browser was signed out.')).toBeVisible();
  await other.goto('/profile');
  await expect(other).toHaveURL(/\/auth/);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('Signed out everywhere')).toBeVisible();
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/auth/);
});
