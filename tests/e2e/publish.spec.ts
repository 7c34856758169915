import { readdirSync, readFileSync } from 'node:fs';
import { expect, pictureFile, signIn, signUp, test } from './journey.ts';

test('[C1.2] [C3.3] [E-journey] a new member publishes two photos and a video; another member finds, likes and rates it', async ({
  page,
  elsewhere,
}) => {
  const author = await signUp(page);
  const title = `Berimbolo from De La Riva ${author.username.slice(-6)}`;
  await page.goto('/upload');
  await page
    .getByLabel('Choose Files')
    .setInputFiles([
      await pictureFile('grip.png', '#996633'),
      await pictureFile('spin.png', '#336699'),
      { name: 'roll.webm', mimeType: 'video/webm', buffer: clip() },
    ]);
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('Invert under the far leg and come up on the back.');
  await page.getByLabel('Category').selectOption('technique');
  await page.getByText('Teach it', { exact: true }).click();
  await page.getByLabel('Tags').fill('berimbolo, dela riva, back take');
  await page.getByLabel('Technique type').selectOption('sweep');
  await page
    .locator('main')
    .getByRole('button', { name: /Share Technique|Upload Content/ })
    .click();
  await expect(page.getByText('Upload Successful')).toBeVisible();

  const reader = await elsewhere('free@example.com');
  await reader.goto('/discover');
  await reader.locator('main').getByRole('searchbox').first().fill('berimbollo de la rivva');
  await reader.locator('main').getByRole('searchbox').first().press('Enter');
  await reader.getByRole('link', { name: title, exact: true }).click();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);
  // The video is prepared after it was published; without scripts one opens the page again.
  await expect(async () => {
    await reader.reload();
    await expect(reader.locator('main video')).toHaveCount(1, { timeout: 1_000 });
  }).toPass();

  await reader.getByRole('button', { name: `like ${title}` }).click();
  await expect(reader.getByText('Added to your favorites')).toBeVisible();
  await reader.getByRole('link', { name: 'Rate This Content' }).first().click();
  await reader.getByRole('radio', { name: /^4/ }).focus();
  await reader.keyboard.press('Space');
  await reader.getByLabel(/Review/).fill('Clear and slow enough to follow.');
  await reader.getByRole('button', { name: 'Submit rating' }).first().click();
  await expect(reader.getByText('4.0').first()).toBeVisible();
  await expect(reader.getByText('Clear and slow enough to follow.')).toBeVisible();
});

test('[C5.8] [E5.20] a form without a file is not sent, or says what is missing and keeps what was typed', async ({
  page,
}, info) => {
  await signIn(page, 'premium@example.com');
  await page.goto('/upload');
  await page.getByLabel('Description').fill('Typed with care.');
  await page.getByText('Teach it', { exact: true }).click();
  await page.getByLabel('Tags').fill('guard');
  const form = page.locator('form[action="/upload"]');
  const button = page.locator('main').getByRole('button', { name: /Share Technique|Upload Content/ });
  if (info.project.name === 'with-js') {
    await expect(button).toBeDisabled();
    await form.evaluate((form: HTMLFormElement) => form.requestSubmit());
  } else await button.click();
  await expect(page.getByRole('alert')).toContainText(
    'Missing Title: Please provide a title for your technique.',
  );
  await expect(page.getByRole('alert')).toContainText('No Files Selected');
  await expect(page.getByLabel('Description')).toHaveValue('Typed with care.');
  await expect(page.getByLabel('Tags')).toHaveValue('guard');
});

test('[E5.31] a valid picture is published in one press, without the unusable file beside it', async ({
  page,
}, info) => {
  await signUp(page);
  await page.goto('/upload');
  await page
    .getByLabel('Choose Files')
    .setInputFiles([
      await pictureFile('good.png', '#224422'),
      { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') },
    ]);
  await page.getByLabel('Title').fill('Half of it is good');
  await page.getByLabel('Category').selectOption('training');
  const message = 'notes.png is not a picture or video we can read';
  // Shown as soon as it is chosen, and near the button.
  if (info.project.name === 'with-js') {
    await expect(page.getByRole('listitem').filter({ hasText: message })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: `Left out: ${message}` })).toBeVisible();
  }
  await page
    .locator('main')
    .getByRole('button', { name: /Share Technique|Upload Content/ })
    .click();
  await expect(page.getByText('Upload Successful')).toBeVisible();
  await expect(page.getByText('Published without notes.png')).toBeVisible();
});

/** A video small enough for the repository, from the demo content. */
function clip(): Buffer {
  const folder = 'app/demo/clips';
  const name = readdirSync(folder).find((each) => each.endsWith('.webm'));
  if (!name) throw new Error('The demo clips are missing');
  return readFileSync(`${folder}/${name}`);
}
