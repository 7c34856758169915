import { writeFileSync } from 'node:fs';
import { expect, pictureFile, signUp, test } from '../journey.ts';
import { describeIt, handOver, hasScripts, holdBack, line, share } from './upload-page.ts';

test('[E4.16] [E5.19] [E5.31] [C4.14] a bad file is named by itself, one is unticked, the good ones are published', async ({
  page,
}, info) => {
  await signUp(page);
  await page.goto('/upload');
  await page
    .getByLabel('Choose Files')
    .setInputFiles([
      await pictureFile('good.png', '#224422'),
      { name: 'empty.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(0) },
      await pictureFile('unwanted.png', '#442222'),
      { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not a picture at all') },
    ]);
  await describeIt(page, 'Three of four');
  if (hasScripts(info)) {
    await expect(line(page, 'empty.mp4')).toContainText('empty.mp4 is empty. Please choose it again.');
    await expect(line(page, 'notes.png')).toContainText('not a picture or video we can read');
    await page.getByRole('button', { name: 'Remove unwanted.png' }).click();
    await expect(line(page, 'unwanted.png')).toHaveCount(0);
    await share(page);
  } else {
    // A form with a wrong field comes back with the good files, and names the bad ones.
    await page.getByLabel('Title').fill('');
    await share(page);
    await expect(page.getByRole('alert')).toContainText('empty.mp4 is empty');
    await page.getByRole('checkbox', { name: 'Use this picture' }).last().uncheck();
    await page.getByLabel('Title').fill('Three of four');
    await share(page);
  }
  await expect(page.getByText('Upload Successful')).toBeVisible();
  await page.getByRole('link', { name: 'See it' }).click();
  await expect(
    page.locator('main .gallery img, main figure img').or(page.locator('main picture')).first(),
  ).toBeVisible();
});

test('[E5.31] pressed while files travel: the good one is published, the refused one is named', async ({
  page,
}, info) => {
  test.skip(!hasScripts(info), 'without scripts files travel with the form');
  await signUp(page);
  await page.goto('/upload');
  await describeIt(page, 'Pressed early');
  const letGo = await holdBack(page, 'PATCH');
  const announced: string[] = [];
  await page.route('**/api/uploads', async (route) => {
    announced.push((route.request().postDataJSON() as { name: string }).name);
    await route.continue();
  });
  const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not a picture at all') };
  await page.getByLabel('Choose Files').setInputFiles([await pictureFile('slow.png', '#224422'), notes]);
  await share(page);
  const status = page.getByRole('status').filter({ hasText: 'Left out: notes.png' });
  await expect(status).toContainText('Publishing as soon as your files are uploaded…');
  await expect(page.locator('main').getByRole('button', { name: 'Uploading...' })).toBeDisabled();
  // The refusal came before any byte of the file before it.
  expect(announced.toSorted()).toEqual(['notes.png', 'slow.png']);
  letGo();
  await expect(page.getByText('Upload Successful')).toBeVisible();
  await expect(page.getByText('Published without notes.png.')).toBeVisible();
});

test('[E5.20] pressed while files travel: without a usable file the form stays and says why', async ({
  page,
}, info) => {
  test.skip(!hasScripts(info), 'without scripts files travel with the form');
  await signUp(page);
  await page.goto('/upload');
  await describeIt(page, 'Nothing to show');
  const letGo = await holdBack(page, 'POST');
  const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not a picture at all') };
  await page.getByLabel('Choose Files').setInputFiles([notes]);
  await share(page);
  letGo();
  await expect(page.getByRole('status').filter({ hasText: 'Left out: notes.png' })).toBeInViewport();
  await expect(
    page.locator('main').getByRole('button', { name: /Share Technique|Upload Content/ }),
  ).toBeDisabled();
  await expect(page).toHaveURL(/\/upload$/);
});

test('[E2.95] [E5.19] [C5.7] [C8.5] other things dropped beside pictures are ignored; a refusal without words is reported', async ({
  page,
}, info) => {
  test.skip(!hasScripts(info), 'without scripts the server tells which file is no picture');
  await signUp(page);
  await page.goto('/upload');
  const files = ['grip.png', 'notes.txt', 'roll.pdf'].map((name) => info.outputPath(name));
  const { buffer } = await pictureFile('grip.png', '#224466');
  for (const file of files) writeFileSync(file, buffer);
  const field = page.getByLabel('Choose Files');
  const hand = await handOver(page, field);
  await hand(files, 'dragEnter', 'dragOver', 'drop');
  await expect(line(page, 'grip.png')).toContainText('arrived');
  await expect(page.locator('.sending li')).toHaveCount(1);

  await page.route('**/api/uploads', (route) => route.fulfill({ status: 422, json: {} }));
  await field.setInputFiles([await pictureFile('other.png', '#662244')]);
  await expect(line(page, 'other.png')).toContainText('Upload failed');
});
