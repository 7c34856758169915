import type { Page } from '@playwright/test';
import { expect, expectSeen, phoneOrDesktop, publish, signUp, signUpByForm, test } from './journey.ts';

const main = (page: Page) => page.locator('main');
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();

test.use(phoneOrDesktop);

async function openCase(boss: Page, name: string) {
  await boss.goto('/admin/reports');
  // New cases come last.
  for (let pages = 0; pages < 40; pages += 1) {
    const line = main(boss).getByRole('link', { name });
    if (await line.count()) return line.click();
    await boss.getByRole('link', { name: 'Next' }).click();
  }
}

test('[C5] an item is reported, taken down, and put back', async ({ page: author, elsewhere }) => {
  test.slow();
  const { username } = await signUp(author);
  const title = `Flying scissors ${username.slice(-6)}`;
  const address = await publish(author, title);

  const reader = await elsewhere();
  const query = `/report?content=${address.split('/').pop()}`;
  await reader.goto(query);
  await expect(reader).toHaveURL(/\/auth\?tab=sign-in&next=/);
  await signUpByForm(reader, `/auth?tab=sign-up&next=${encodeURIComponent(query)}`);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Report this item');
  await reader.goto(address);
  await main(reader).getByRole('link', { name: 'Report', exact: true }).click();
  await reader.getByLabel('Details').fill('The knee bends sideways.');
  await press(reader, 'Send report');
  await expect(reader.getByRole('alert').filter({ hasText: 'Please choose what is wrong.' })).toBeVisible();
  await expect(reader.getByLabel('Details')).toHaveValue('The knee bends sideways.');
  await reader.getByRole('radio', { name: 'A dangerous technique' }).check();
  await press(reader, 'Send report');
  await expect(reader.getByText('Thank you for your report')).toBeVisible();
  await expect(reader).toHaveURL(new RegExp(`${address}$`));
  await reader.goto(query);
  await expect(main(reader)).toContainText('You have already reported this');
  await reader.goto('/account/reports');
  await expect(main(reader)).toContainText('Waiting for us');

  const boss = await elsewhere('admin@example.com');
  await openCase(boss, title);
  await expect(main(boss)).toContainText('The knee bends sideways.');
  await expectSeen(main(boss).locator('.case__media img'));
  await boss.getByRole('radio', { name: 'Take down' }).check();
  await press(boss, 'Decide');
  await expect(boss.getByRole('alert').first()).toContainText('Please tell the person what was wrong.');
  await boss.getByLabel(`To @${username}`).fill('Please add a warning for the knee.');
  await boss.getByLabel('Note for the log').fill('Agreed with the team.');
  await press(boss, 'Decide');
  await expect(boss.getByText('Taken down.').first()).toBeVisible();
  await boss.getByRole('link', { name: 'See the case' }).click();
  await expect(main(boss)).toContainText('Agreed with the team.');
  const caseAddress = boss.url();

  expect((await reader.goto(address))?.status()).toBe(404);
  await reader.goto('/account/reports');
  await expect(main(reader)).toContainText('You were right: it was taken down');
  await author.goto('/studio/content');
  await expect(author.getByRole('row').filter({ hasText: title })).toContainText('Taken down');
  await author.getByRole('link', { name: title, exact: true }).click();
  await expect(main(author)).toContainText('Please add a warning for the knee.');
  await author.goto(`${address}/edit`);
  await expect(author).toHaveURL(/\/taken-down$/);

  await boss.goto(caseAddress);
  await press(boss, 'Put it back');
  await expect(boss.getByText('It is back').first()).toBeVisible();
  expect((await reader.goto(address))?.status()).toBe(200);
  await boss.goto('/admin/log?kind=content');
  await expect(main(boss).getByRole('listitem').filter({ hasText: title }).first()).toContainText('put back');
});

test('[C5] a rating is reported and hidden; of two admins the second loses no input', async ({
  page: author,
  elsewhere,
}) => {
  test.slow();
  const { username } = await signUp(author);
  const title = `Toe hold ${username.slice(-6)}`;
  const address = await publish(author, title);
  const rater = await elsewhere();
  await signUp(rater);
  await rater.goto(`${address}/rate`);
  await rater.getByRole('radio', { name: /^1/ }).check({ force: true });
  await rater.getByLabel('Review').fill('Buy my course instead');
  await press(rater, 'Submit rating');
  await expect(main(rater)).toContainText('Buy my course instead');

  await author.goto(address);
  await main(author)
    .getByRole('link', { name: /^Report the rating by/ })
    .click();
  await author.getByRole('radio', { name: 'Spam' }).check();
  await press(author, 'Send report');
  await expect(author.getByText('Thank you for your report')).toBeVisible();

  const first = await elsewhere('admin@example.com');
  const second = await elsewhere('admin@example.com');
  for (const boss of [first, second]) {
    await openCase(boss, title);
    await boss.getByLabel(/^To @/).fill('This is advertising.');
  }
  await first.getByRole('radio', { name: 'Hide' }).check();
  await press(first, 'Decide');
  await expect(first.getByText('Hidden.').first()).toBeVisible();
  await second.getByRole('radio', { name: 'Dismiss' }).check();
  await press(second, 'Decide');
  await expect(second.getByRole('alert').first()).toContainText('already decided this');
  await expect(second.getByLabel(/^To @/)).toHaveValue('This is advertising.');
  await expect(second.getByRole('button', { name: 'Decide' })).toHaveCount(0);

  await author.goto(address);
  await expect(main(author)).not.toContainText('Buy my course instead');
  await expect(main(author)).toContainText('No ratings yet.');
  await rater.goto(`${address}/rate`);
  await expect(main(rater)).toContainText('Your rating is hidden');
  await expect(main(rater)).toContainText('This is advertising.');
  await rater.goto('/account/reports?show=about-me');
  await expect(main(rater)).toContainText('Hidden: This is advertising.');
});
