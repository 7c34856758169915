import { expect, pictureFile, signIn, signUp, test } from '../journey.ts';
import { unique } from '../tasks/task.ts';

test('a creator proposes an unknown name, a curator corrects and accepts it; the item, the map and the creator know', async ({
  page,
  elsewhere,
}) => {
  const boss = await elsewhere();
  await signIn(boss, 'admin@example.com');
  const curator = await elsewhere();
  const { email } = await signUp(curator);
  await boss.goto(`/admin/users?search=${encodeURIComponent(email)}`);
  await boss.locator('main a[href^="/admin/users/"]').first().click();
  await boss.getByRole('link', { name: 'Make curator' }).click();
  await boss.getByRole('button', { name: 'Make curator' }).click();
  await expect(boss.locator('main')).toContainText('Is a curator of the map.');

  await signUp(page);
  const main = page.locator('main');
  const [title, name] = [`Lazo ${unique()}`, `Lazo gard ${unique()}`];
  await page.goto('/upload');
  await page.getByLabel('Choose Files').setInputFiles(await pictureFile('mat.png'));
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Category').selectOption('technique');
  await main.getByText('Put it on the map', { exact: true }).click();
  await page.getByLabel('Where does it start?').fill(name);
  await main.getByRole('button', { name: /Share Technique|Upload Content/ }).click();
  await main.getByRole('radio', { name: /None of these/ }).check();
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(main.locator('.facts')).toContainText(`${name} (proposed)`);

  const queue = curator.locator('main');
  await curator.goto('/');
  await expect(curator.locator('#account-menu a[href="/map/proposals"]')).toHaveCount(1);
  await expect(page.locator('#account-menu a[href="/map/proposals"]')).toHaveCount(0);
  await curator.goto('/map/proposals');
  while (!(await queue.getByRole('link', { name }).isVisible()))
    await queue.getByRole('link', { name: 'Next' }).click();
  await queue.getByRole('link', { name }).click();
  await expect(queue.getByRole('link', { name: title })).toBeVisible();
  const right = name.replace('Lazo gard', 'Lasso guard');
  await curator.getByLabel('Its name on the map').fill(right);
  await curator.getByLabel('Family').selectOption('half-guard');
  await queue.getByRole('button', { name: 'Accept' }).click();
  await expect(curator.getByText('It is on the map now.')).toBeVisible();

  await expect(async () => {
    await page.goto('/notifications');
    await expect(main).toContainText(`Your proposal “${name}” is on the map now`, { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await main.getByRole('link', { name: `Your proposal “${name}”` }).click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(right);
  await expect(main.getByRole('link', { name: title }).first()).toBeVisible();
  await page.goto('/map/half-guard');
  await expect(main).toContainText(right);
});
