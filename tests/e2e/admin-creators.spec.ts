import type { Page } from '@playwright/test';
import { expect, phoneOrDesktop, publish, signIn, signUp, test } from './journey.ts';

const main = (page: Page) => page.locator('main');
/** Scripts move some forms of the page into a dialog, which is then the last element. */
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).last().click();
const line = (page: Page, username: string) =>
  main(page)
    .getByRole('listitem')
    .filter({ hasText: `@${username}` });
const isNotWider = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);

test.use(phoneOrDesktop);

test('[C6.9] [C7.35] [C5] an admin finds, edits, suspends, reinstates and deletes a creator', async ({
  page,
  elsewhere,
}) => {
  test.slow();
  const creator = await elsewhere();
  const person = await signUp(creator);
  const title = `Knee cut ${person.username.slice(-7)}`;
  await publish(creator, title);
  await signIn(page, 'admin@example.com');
  await page.goto('/admin/creators');
  await expect(page.getByText(/^Total Creators: \d+$/)).toBeVisible();
  for (const room of await page.getByRole('navigation', { name: 'Admin' }).getByRole('link').all()) {
    await expect(room).toBeInViewport();
  }
  await page.getByLabel('Search creators').fill(person.email);
  await press(page, 'Search');
  const found = line(page, person.username);
  await expect(found).toContainText('Nova Silva');
  await expect(found).toContainText(person.email);
  await expect(found).toContainText('$0.00');
  await expect(found).toContainText('Joined');
  await isNotWider(page);

  await found.getByRole('link', { name: /^View/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Creator Details');
  for (const figure of ['Total Earnings', 'Total Sales', 'Content Items', 'Total Likes']) {
    await expect(main(page)).toContainText(figure);
  }
  await expect(main(page)).toContainText(title);
  await isNotWider(page);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Creator Profile');
  await expect(page.getByLabel('Belt Level')).toHaveAttribute('placeholder', 'e.g. Blue Belt');
  await page.getByLabel('Belt Level').fill('Blue Belt');
  await page.getByLabel('Bio').fill('Typed by an admin');
  await page.getByLabel('Username').fill('admin');
  await press(page, 'Save Changes');
  await expect(page.getByRole('alert')).toContainText('This username is reserved');
  await expect(page.getByLabel('Bio')).toHaveValue('Typed by an admin');
  await page.getByLabel('Username').fill(person.username);
  await press(page, 'Save Changes');
  await expect(page.getByText('Creator updated successfully')).toBeVisible();
  await expect(main(page)).toContainText('Blue belt');

  await press(page, 'Mark as verified');
  await expect(page.getByText('Marked as verified')).toBeVisible();
  await page.getByRole('link', { name: 'Suspend' }).click();
  await page.getByLabel('Reason').fill('Copied from a book');
  await press(page, 'Suspend');
  await expect(main(page)).toContainText('Copied from a book');

  await creator.goto('/profile');
  await expect(creator).toHaveURL(/\/auth/);
  await creator.getByLabel('Email').fill(person.email);
  await creator.getByLabel('Password', { exact: true }).fill(person.password);
  await creator.locator('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(creator.getByRole('alert')).toContainText('Copied from a book');
  expect((await creator.goto(`/creators/${person.username}`))?.status()).toBe(404);
  await creator.goto(`/discover?search=${encodeURIComponent(title)}`);
  await expect(creator.getByText('No content found')).toBeVisible();
  await expect(creator.getByRole('link', { name: title, exact: true })).toHaveCount(0);

  await press(page, 'Reinstate');
  await expect(page.getByText('Reinstated')).toBeVisible();
  expect((await creator.goto(`/creators/${person.username}`))?.status()).toBe(200);

  await page.getByRole('link', { name: `Delete ${title}` }).click();
  await press(page, 'Delete');
  await expect(page.getByText('Content deleted successfully')).toBeVisible();
  await expect(main(page)).toContainText('Nothing published yet.');

  await page.getByRole('link', { name: 'Delete', exact: true }).click();
  await page.getByLabel(`Type ${person.username} to confirm`).fill('someone else');
  await press(page, 'Delete for good');
  await expect(page.getByRole('alert')).toContainText('This is not the username');
  await page.getByLabel(`Type ${person.username} to confirm`).fill(person.username);
  await press(page, 'Delete for good');
  await expect(page.getByText('Creator deleted successfully')).toBeVisible();
  await page.goto(`/admin/users?search=${person.username}`);
  await expect(page.getByText('No members found')).toBeVisible();
  await page.goto('/admin/log');
  await expect(main(page)).toContainText(`Nova Silva @${person.username}`);
});

test('[C5] an admin gives a plan, signs a member out and shares the role', async ({ page, elsewhere }) => {
  test.slow();
  const member = await elsewhere();
  const person = await signUp(member);
  await signIn(page, 'admin@example.com');
  await page.goto(`/admin/users?search=${person.username}`);
  await isNotWider(page);
  await line(page, person.username).getByRole('link', { name: /^View/ }).click();
  await expect(main(page)).toContainText('Plan: Explorer');
  await expect(main(page)).toContainText('Signed in on 1 device.');
  await isNotWider(page);

  await page.getByRole('link', { name: 'Give a plan' }).click();
  await page.getByRole('radio', { name: 'VIP Elite' }).check();
  await page.getByLabel('Last day (UTC)').fill('2020-01-01');
  await page.getByLabel('Why (optional)').fill('Won the raffle');
  await press(page, 'Give the plan');
  await expect(page.getByRole('alert')).toContainText('This day has passed');
  await expect(page.getByLabel('Why (optional)')).toHaveValue('Won the raffle');
  const later = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Last day (UTC)').fill(later);
  await press(page, 'Give the plan');
  await expect(main(page)).toContainText('Plan: VIP Elite');
  await member.goto('/account/billing');
  await expect(main(member)).toContainText('VIP Elite is a gift to you until');
  await press(page, 'Take it back');
  await expect(main(page)).toContainText('Plan: Explorer');

  await press(page, 'Sign out everywhere');
  await expect(main(page)).toContainText('Signed in nowhere.');
  await member.goto('/profile');
  await expect(member).toHaveURL(/\/auth/);

  await page.getByRole('link', { name: 'Make admin' }).click();
  await press(page, 'Make admin');
  await expect(main(page)).toContainText('Is an admin.');
  await page.getByRole('link', { name: 'Remove admin' }).click();
  await press(page, 'Remove admin');
  await expect(main(page)).toContainText('Is no admin.');
  for (const act of ['gave a plan to', 'signed out everywhere', 'promoted', 'demoted']) {
    await expect(main(page).locator('.ruled')).toContainText(act);
  }
});
