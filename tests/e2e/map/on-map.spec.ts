import { expect, pictureFile, signUp, test } from '../journey.ts';
import { called } from '../tasks/by-call.ts';
import { unique } from '../tasks/task.ts';

test('a creator names a start in Portuguese, chooses what is meant and corrects it; who follows the position hears of it', async ({
  page,
  elsewhere,
}) => {
  const fan = await elsewhere();
  await signUp(fan);
  await signUp(page);
  const title = `Lasso de meia ${unique()}`;
  const main = page.locator('main');

  await page.goto('/upload');
  await page.getByLabel('Choose Files').setInputFiles(await pictureFile('mat.png'));
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Category').selectOption('technique');
  await main.getByText('Put it on the map', { exact: true }).click();
  await page.getByLabel('Where does it start?').fill('meia guarda');
  await page.getByLabel('What does it do?').fill('raspagem que ninguém conhece');
  await page.getByLabel('Where does it end?').fill('Mount');
  await main.getByRole('button', { name: /Share Technique|Upload Content/ }).click();

  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Did you mean…');
  await expect(page.getByText('Upload Successful')).toBeVisible();
  const starts = main.getByRole('group', { name: 'Where does it start?' });
  const first = starts.getByRole('radio').first();
  const id = Number((await first.getAttribute('value'))?.slice(1));
  // The fan follows it before the creator chooses.
  await called(fan, 'POST', `/api/map/positions/${id}/follow`, { following: true });
  await first.check();
  const does = main.getByRole('group', { name: 'What does it do?' });
  await does.getByRole('radio', { name: /None of these/ }).check();
  await main.getByRole('button', { name: 'Save' }).click();

  await expect(main.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(main.locator('.facts')).toContainText('Raspagem que ninguém conhece (proposed)');
  await expect(main.locator(`.facts a[href^="/map/p/${id}-"]`)).toBeVisible();

  await main.getByRole('link', { name: 'Edit' }).first().click();
  await expect(page.getByLabel('Where does it start?')).toHaveValue(new RegExp(`#${id}$`));
  await page.getByLabel('Where does it end?').fill('');
  await main.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await expect(async () => {
    await fan.goto('/notifications');
    await expect(fan.locator('main')).toContainText(title, { timeout: 1_000 });
  }).toPass();
  await expect(fan.locator('main')).toContainText('that you follow');
  await fan.goto('/profile/following');
  await expect(fan.locator('main').locator('#positions + ul li')).toHaveCount(1);
});

test('what is missing leads to a form that is filled', async ({ page }) => {
  await signUp(page);
  await page.goto('/map/missing');
  const teach = page
    .locator('main')
    .getByRole('link', { name: /^Teach/ })
    .first();
  const address = (await teach.getAttribute('href')) ?? '';
  await teach.click();
  const id = /startsIn=(\d+)/.exec(address)?.[1] ?? '';
  await expect(page.getByLabel('Where does it start?')).toHaveValue(new RegExp(`#${id}$`));
});
