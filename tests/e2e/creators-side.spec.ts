import type { Page } from '@playwright/test';
import { expect, expectSeen, pictureFile, signIn, signUp, test } from './journey.ts';

const main = (page: Page) => page.locator('main');
const press = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name, exact: true }).first().click();

async function draft(page: Page, title: string) {
  await page.goto('/upload');
  await page
    .getByLabel('Choose Files')
    .setInputFiles([await pictureFile('one.png', '#996633'), await pictureFile('two.png', '#336699')]);
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Category').selectOption('technique');
  await page.getByText('Schedule it', { exact: true }).click();
  await page.getByRole('radio', { name: 'Keep as a draft' }).check();
  await press(page, /Share Technique|Upload Content/);
  await expect(page.getByText('Draft saved')).toBeVisible();
}

test('[C4] a draft is edited, its pictures reordered, published, found, followed and deleted', async ({
  page,
  elsewhere,
}) => {
  test.slow();
  const author = await signUp(page);
  const title = `Collar drag ${author.username.slice(-6)}`;
  await draft(page, title);
  await expect(page).toHaveURL(/\/studio\/content/);
  const line = page.getByRole('row').filter({ hasText: title });
  await expect(line).toContainText('Draft');

  await line.getByRole('link', { name: `Edit ${title}` }).click();
  await page.getByRole('link', { name: 'Pictures and video' }).click();
  const first = main(page).locator('ol > li').first();
  const before = await first.locator('img').getAttribute('src');
  await press(page, 'Use as cover Picture 2 of 2');
  await expect(first).toContainText('(cover)');
  expect((await first.locator('img').getAttribute('src'))?.split('?')[0]).not.toBe(before?.split('?')[0]);
  await page.getByLabel('Add files').setInputFiles([await pictureFile('three.png', '#224422')]);
  await press(page, 'Add');
  await expect(main(page).locator('ol > li')).toHaveCount(3);
  await press(page, 'Remove Picture 3 of 3');
  await expect(main(page).locator('ol > li')).toHaveCount(2);

  await page.getByRole('link', { name: 'Details' }).click();
  await page.getByText('Teach it', { exact: true }).click();
  await page.getByLabel('Steps').fill('Grip the collar\nStep out\nDrag');
  await page.getByLabel('Tags').fill('collar drag, takedown');
  await page.getByRole('radio', { name: 'Now', exact: true }).check();
  await press(page, 'Save');
  await expect(page.getByText('Published').first()).toBeVisible();
  await expect(line).toContainText('Published');

  const reader = await elsewhere();
  await signUp(reader);
  await reader.goto(`/creators?search=${author.username}`);
  await press(reader, /^Follow/);
  await expect(reader.getByText('in your feed')).toBeVisible();
  await expect(reader.getByRole('button', { name: /^Following/ })).toBeVisible();
  await reader.goto('/dashboard?feed=following');
  await expect(reader.getByRole('link', { name: title, exact: true })).toBeVisible();

  await page.goto('/studio/content?search=collar+drag');
  await page.getByRole('link', { name: `Delete ${title}` }).click();
  await press(page, 'Delete');
  await expect(page.getByText('Content deleted successfully')).toBeVisible();
  await page.goto('/studio/content');
  await expect(main(page)).not.toContainText(title);
});

test('[C2] a profile is changed, cancelled, refused, and gets a picture', async ({ page }) => {
  const person = await signUp(page);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await page.getByLabel('Bio').fill('Never saved');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(main(page)).not.toContainText('Never saved');

  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await page.getByLabel('First name').fill('Nova <b>');
  await page.getByLabel('Bio').fill('I teach the half guard.');
  await page.getByLabel('Belt level').selectOption('purple');
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toContainText('Failed to update profile');
  await expect(page.getByRole('alert')).toContainText('First name must not contain < or >');
  await expect(page.getByLabel('Bio')).toHaveValue('I teach the half guard.');
  await page.getByLabel('First name').fill('Nova');
  await press(page, 'Save');
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  await expect(main(page)).toContainText('Purple belt');
  await expect(main(page)).toContainText(`@${person.username}`);

  await page.getByRole('link', { name: 'Change picture' }).click();
  await page.getByLabel('New picture').setInputFiles(await pictureFile('me.png', '#aa4444', 1200));
  await page.getByRole('radio', { name: 'The top, or the left' }).check();
  await press(page, 'Save');
  const avatar = main(page).locator('img.avatar');
  await expect(avatar).toBeVisible();
  expect(await avatar.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight)).toBe(
    1,
  );
});

test('[C4] a profile that is open in two tabs keeps the words of both', async ({ page, context }) => {
  test.slow();
  await signUp(page);
  await page.goto('/profile?edit');
  const second = await context.newPage();
  await second.goto('/profile?edit');
  await second.getByLabel('Bio').fill('Written in the second tab.');
  await second.getByLabel('Last name').fill('Second');
  await press(second, 'Save');
  await expect(second.getByText('Profile updated successfully')).toBeVisible();

  await page.getByLabel('Belt level').selectOption('brown');
  await page.getByLabel('Last name').fill('First');
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toContainText('It now says: Second.');
  await expect(page.getByLabel('Bio')).toHaveValue('Written in the second tab.');
  await press(page, 'Save');
  await expect(main(page)).toContainText('Written in the second tab.');
  await expect(main(page)).toContainText('Brown belt');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('First');
});

test('a picture that was removed in another tab is reported as gone, on the page where the button was', async ({
  page,
  context,
}) => {
  test.slow();
  await signUp(page);
  await draft(page, 'Two tabs');
  await page.getByRole('link', { name: 'Edit Two tabs' }).click();
  await page.getByRole('link', { name: 'Pictures and video' }).click();
  const second = await context.newPage();
  await second.goto(page.url());
  await press(second, 'Remove Picture 2 of 2');
  await expect(main(second).locator('ol > li')).toHaveCount(1);
  await press(page, 'Remove Picture 2 of 2');
  await expect(page.getByText('This no longer exists.')).toBeVisible();
  await expect(main(page).locator('ol > li')).toHaveCount(1);
});

test('filters without a match say so, and not that nothing was published', async ({ page }) => {
  await page.goto('/creators/marina_costa?tier=premium&contentType=mixed');
  await expect(main(page)).toContainText('Try adjusting your filters or search terms');
  await expect(main(page)).toContainText('13 techniques');
});

test('[C2.10] [C2] the studio opens on upload and leads through its tabs', async ({ page }) => {
  await signIn(page, 'creator@example.com');
  await page.goto('/studio');
  await expect(page).toHaveURL(/\/studio\/upload$/);
  for (const [tab, address] of [
    ['My Content', 'content'],
    ['Earnings', 'earnings'],
    ['Analytics', 'analytics'],
  ]) {
    await page
      .getByRole('navigation', { name: 'Creator dashboard' })
      .getByRole('link', { name: tab })
      .click();
    await expect(page).toHaveURL(new RegExp(`/studio/${address}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
  await expect(main(page)).toContainText('Engagement rate');
  await expectSeen(page.getByRole('img', { name: /^Views per day: \d+ in all/ }));
  await page.getByText('All figures, day by day').click();
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(31);
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL(/days=7/);
});

test('the eleventh follow on Explorer is answered with a link to a larger plan', async ({
  page,
  elsewhere,
}) => {
  const reader = await elsewhere();
  await signUp(reader);
  const creators = (await (await reader.request.get('/api/creators?sort=techniques&limit=48')).json()) as {
    username: string;
  }[];
  const listed = creators.filter(({ username }) => !username.startsWith('new_')).slice(0, 11);
  await signUp(page);
  for (const { username } of listed.slice(0, 10)) {
    await page.request.post(`/api/creators/${username}/follow`, { data: { following: true } });
  }
  await page.goto(`/creators/${listed[10]?.username}`);
  await press(page, /^Follow/);
  await expect(page.getByText('The Explorer plan follows up to 10 creators')).toBeVisible();
  await page.getByRole('link', { name: 'See the plans' }).click();
  await expect(page).toHaveURL(/\/subscriptions\?from=\/creators\/\w+$/);
});

test('visitors find athletes, and are asked to join', async ({ page }) => {
  await page.goto('/creators');
  await page.getByLabel('Search athletes').fill('marnia');
  await press(page, 'Apply');
  await expect(page.getByText('Here are similar names')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Marina Costa' })).toBeVisible();
  await expect(main(page).getByRole('button', { name: /^Follow/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Join Summa' }).click();
  await expect(page).toHaveURL(/\/auth\?tab=sign-up$/);
});
