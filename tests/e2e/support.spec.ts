import type { Page } from '@playwright/test';
import { expect, phoneOrDesktop, signIn, signUp, test } from './journey.ts';

const main = (page: Page) => page.locator('main');
const press = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name, exact: true }).first().click();

test.use(phoneOrDesktop);

/** Writes and sends a question. A signed-in member arrives at its thread. */
async function ask(page: Page, subject: string) {
  await page.goto('/help-center');
  await main(page).getByRole('link', { name: 'Write to support', exact: true }).first().click();
  await page.getByLabel('What is it about?').selectOption({ label: 'Payments and plans' });
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Your question').fill('I paid <b>twice</b> for one item.');
  await page.getByLabel('Which item or receipt?').fill('receipt 7');
}

/** The page of the queue that has a question, searched from the start. */
async function findInQueue(boss: Page, subject: string) {
  await boss.goto('/admin/support');
  for (let pages = 0; pages < 40; pages += 1) {
    const line = main(boss).getByRole('listitem').filter({ hasText: subject });
    if (await line.count()) return line;
    await boss.getByRole('link', { name: 'Next' }).click();
  }
  throw new Error(`${subject} is not in the queue`);
}

test('a member asks, an admin answers, both write again', async ({ page, elsewhere }) => {
  test.slow();
  const { username, email } = await signUp(page);
  const subject = `Paid twice ${username.slice(-6)}`;
  await ask(page, subject);
  await expect(main(page)).toContainText(`We answer in your account and to ${email}.`);
  await expect(main(page)).toContainText('Premium or VIP Elite come first');
  await page.getByLabel('Subject').fill(' ');
  await press(page, 'Send');
  await expect(page.getByRole('alert').first()).toContainText('Please give it a subject');
  await expect(page.getByLabel('Your question')).toHaveValue('I paid <b>twice</b> for one item.');
  await page.getByLabel('Subject').fill(subject);
  await press(page, 'Send');
  await expect(page).toHaveURL(/\/account\/support\/\d+$/);
  await expect(page.getByText('A person answers within 24 hours')).toBeVisible();
  await expect(main(page)).toContainText('We will answer by');
  await expect(main(page)).toContainText('I paid <b>twice</b> for one item.');
  const thread = page.url();

  const boss = await elsewhere('admin@example.com');
  const line = await findInQueue(boss, subject);
  await expect(line).toContainText('Explorer');
  await expect(line).toContainText(/2[34] h left/);
  await line.getByRole('link').click();
  await expect(main(boss)).toContainText(email);
  await expect(main(boss)).toContainText('receipt 7');
  const second = await elsewhere('admin@example.com');
  await second.goto(boss.url());
  await boss.getByLabel(`Answer to @${username}`).fill('It goes back to your card today.');
  await press(boss, 'Send the answer');
  await expect(boss.getByText('Your answer is on its way by email.')).toBeVisible();

  // The second admin first reads the new state, and loses none of their own text.
  await second.getByLabel(`Answer to @${username}`).fill('Let me look.');
  await press(second, 'Send the answer');
  await expect(second.getByRole('alert').first()).toContainText('already answered this');
  await expect(second.getByLabel(`Answer to @${username}`)).toHaveValue('Let me look.');
  await expect(main(second)).toContainText('It goes back to your card today.');

  await page.goto(thread);
  await expect(main(page)).toContainText('Summa,');
  await expect(main(page)).toContainText('It goes back to your card today.');
  await page.getByLabel('Write back').fill('It arrived.');
  await press(page, 'Send');
  await expect(main(page)).toContainText('It arrived.');
  await expect(main(page)).toContainText('We will answer by');
  await press(page, 'My question is settled');
  await expect(main(page)).toContainText('Closed');
  await page.goto('/account/support');
  await expect(main(page).getByRole('listitem').filter({ hasText: subject })).toContainText('Closed');
  await boss.goto(`/admin/support?show=closed`);
  await expect(main(boss)).toContainText(subject);
  await boss.goto('/admin/log?kind=question');
  await expect(main(boss)).toContainText(`Question ${thread.split('/').pop()}`);
});

test('a visitor asks, and gets the answer by email only', async ({ page, elsewhere }) => {
  test.slow();
  const mark = Date.now().toString(36);
  const subject = `No account ${mark}`;
  await ask(page, subject);
  await page.getByLabel('Your name').fill('Vic Tor');
  await page.getByLabel('Your email').fill(`vic-${mark}@example.com`);
  await press(page, 'Send');
  await expect(page).toHaveURL(/\/help-center\/contact\/sent/);
  await expect(main(page)).toContainText('A person answers within 24 hours, to the address you gave.');

  const boss = await elsewhere('admin@example.com');
  const line = await findInQueue(boss, subject);
  await expect(line).toContainText('Visitor');
  await line.getByRole('link').click();
  await expect(main(boss)).toContainText(`vic-${mark}@example.com, who was not signed in`);
  await boss.getByLabel('Answer to Vic Tor').fill(`Welcome anyway, ${mark}.`);
  await boss.getByLabel('Close this question').check();
  await press(boss, 'Send the answer');
  await expect(boss.getByText('Answered and closed')).toBeVisible();
  const letter = page.locator('.lines > div', { hasText: `to vic-${mark}@example.com` });
  await expect(async () => {
    await page.goto('/outbox');
    await expect(letter.first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await letter.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our answer to your question');
  await expect(main(page)).toContainText(`Welcome anyway, ${mark}.`);
  await expect(main(page)).toContainText('mention this reference: Question');
});

test('VIP Elite is listed before Premium, and Premium before all others', async ({ page, elsewhere }) => {
  test.slow();
  const mark = Date.now().toString(36);
  for (const who of ['free', 'premium', 'vip']) {
    const asker = await elsewhere(`${who}@example.com`);
    await ask(asker, `Mine, ${who} ${mark}`);
    if (who !== 'free') await expect(main(asker)).toContainText('With your plan your questions come first.');
    await press(asker, 'Send');
    await expect(asker).toHaveURL(/\/account\/support\/\d+$/);
  }
  await signIn(page, 'admin@example.com');
  const order: string[] = [];
  await page.goto('/admin/support?topic=payment');
  for (let pages = 0; pages < 40; pages += 1) {
    const found = await main(page).getByRole('link', { name: mark }).allInnerTexts();
    order.push(...found.map((text) => text.split(' ')[1] ?? ''));
    if (order.length === 3) break;
    await page.getByRole('link', { name: 'Next' }).click();
  }
  expect(order).toEqual(['vip', 'premium', 'free']);
});
