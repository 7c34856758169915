import { expect, moving, signInByForm, signUpByForm, test } from '../journey.ts';

test.use(moving);

test('[E4.1] [E4.2] a visitor joins, signs out and comes back', async ({ page }) => {
  const person = await signUpByForm(page);
  await page.goto('/auth');
  await expect(page).not.toHaveURL(/\/auth/);
  await page.goto('/');
  await page
    .getByRole('button', { name: /log out|sign out/i, includeHidden: true })
    .first()
    .evaluate((button) => (button as HTMLButtonElement).form?.requestSubmit());
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  await signInByForm(page, person.email, person.password);
});

test('two different passwords have their own message, and values are kept', async ({ page }) => {
  await page.goto('/auth?tab=sign-up');
  await page.getByLabel('First name').fill('Nova');
  await page.getByLabel('Last name').fill('Silva');
  await page.getByLabel('Username').fill('nova_mismatch');
  await page.getByLabel('Email').fill('nova.mismatch@example.com');
  await page.getByLabel('Password', { exact: true }).fill('open guard');
  await page.getByLabel('Confirm password', { exact: true }).fill('closed guard');
  await page.locator('main').getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('alert')).toContainText('Password mismatch');
  await expect(page.getByRole('alert')).toContainText('Please make sure your passwords match.');
  await expect(page.getByLabel('Username')).toHaveValue('nova_mismatch');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page).toHaveTitle(/^Error: /);
});

test('a wrong password shows one error', async ({ page }) => {
  await page.goto('/auth?tab=sign-in');
  await page.getByLabel('Email').fill('free@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not it');
  await page.locator('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toContainText('Wrong email or password. Please try again.');
});

test('[C4.1] [C2.1] a protected page sends a visitor to sign in and back afterwards', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/auth\?tab=sign-in&next=%2Fdashboard/);
  await expect(page.getByText('Unauthorized')).toBeVisible();
  await page.getByLabel('Email').fill('free@example.com');
  await page.getByLabel('Password', { exact: true }).fill('jiujitsu');
  await page.locator('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome Back!');
});
