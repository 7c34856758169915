import { writeFileSync } from 'node:fs';
import type { Route } from '@playwright/test';
import { expect, pictureFile, signUp, test } from '../journey.ts';
import { describeIt, handOver, hasScripts, line, megabyte, onDisk, share, video } from './upload-page.ts';

/** Each chunk passes through the test, which takes long on a busy machine. */
const slow = { timeout: 30_000 };
test.describe.configure({ timeout: 120_000 });

test('a video goes on where its connection broke, is kept for the form and is published', async ({
  page,
}, info) => {
  await signUp(page);
  await page.goto('/upload');
  const title = `Long roll ${Date.now()}`;
  const sent: number[] = [];
  let broken = 0;
  await page.route('**/api/uploads/*', async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') return route.continue();
    const offset = Number(request.headers()['upload-offset']);
    if (offset > 2 * megabyte && broken < 3) {
      broken += 1;
      return route.abort('connectionreset');
    }
    sent.push(offset);
    return route.continue();
  });
  await page
    .getByLabel('Choose Files')
    .setInputFiles(onDisk(info, await pictureFile('grip.png', '#663311'), video('roll.mp4', 12 * megabyte)));
  await describeIt(page, title);
  if (hasScripts(info)) {
    await expect(line(page, 'grip.png')).toContainText('arrived');
    await expect(line(page, 'roll.mp4')).toContainText(
      'No connection. The upload continues automatically.',
      slow,
    );
    await expect(line(page, 'roll.mp4').getByRole('progressbar')).toHaveAccessibleName(
      'How much of roll.mp4 has arrived',
    );
  }
  // Pressed while the video is still being sent: the form is then sent by itself.
  await share(page);
  await expect(page.getByText('Upload Successful')).toBeVisible({ timeout: 30_000 });
  expect(broken).toBe(hasScripts(info) ? 3 : 0);
  // One chunk of the image, then those of the video: none was sent twice.
  const ofVideo = sent.slice(1);
  expect(ofVideo).toEqual([...new Set(ofVideo)].sort((a, b) => a - b));
  await page.getByRole('link', { name: 'See it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(async () => {
    if (!hasScripts(info)) await page.getByRole('link', { name: 'Look again' }).click({ timeout: 1_000 });
    await expect(page.locator('main video')).toHaveCount(1, { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
});

test('a page that was left in the middle: choosing the same file again continues its upload', async ({
  page,
}, info) => {
  test.skip(!hasScripts(info), 'without scripts a form is sent as a whole');
  await signUp(page);
  await page.goto('/upload');
  // On the disk, because a file is recognised by its time of change.
  const [roll = ''] = onDisk(info, video('open mat.mp4', 9 * megabyte));
  const stop = (route: Route) => {
    const request = route.request();
    const isLate = request.method() === 'PATCH' && Number(request.headers()['upload-offset']) >= 3 * megabyte;
    return isLate ? route.abort() : route.continue();
  };
  await page.route('**/api/uploads/*', stop);
  await page.getByLabel('Choose Files').setInputFiles(roll);
  await expect(line(page, 'open mat.mp4')).toContainText('No connection', slow);
  await page.reload();
  await expect(page.getByText(/3\.1 MB of 9\.4 MB of open mat\.mp4 arrived earlier/)).toBeVisible();
  await page.unroute('**/api/uploads/*', stop);
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await page.getByLabel('Choose Files').setInputFiles(roll);
  await expect(line(page, 'open mat.mp4')).toContainText('arrived', slow);
  await expect(page.getByText('arrived earlier')).toHaveCount(0);
  expect(offsets[0]).toBe(3 * megabyte);
  await describeIt(page, 'Went on');
  await share(page);
  await expect(page.getByText('Upload Successful')).toBeVisible();
});

test('[E2.95] the whole form is the drop area, shows it, and keeps what was typed', async ({
  page,
}, info) => {
  test.skip(!hasScripts(info), 'without scripts only the field itself takes what is dropped');
  await signUp(page);
  const files = ['clinch.png', 'mount.png', 'notes.txt'].map((name) => info.outputPath(name));
  const { buffer } = await pictureFile('clinch.png', '#446622');
  for (const file of files) writeFileSync(file, buffer);
  await page.goto('/upload');
  await expect(page.getByText('Drop files anywhere on this form.')).toBeVisible();
  await describeIt(page, 'Typed before');
  const form = page.locator('form[data-chunks]');
  const onForm = await handOver(page, page.getByRole('heading', { name: 'Content Details' }));
  const beside = await handOver(page, page.getByRole('heading', { level: 1 }));
  await onForm(files, 'dragEnter', 'dragOver');
  await expect(form).toHaveCSS('outline-style', 'dashed');
  await beside(files, 'dragOver');
  await expect(form).not.toHaveCSS('outline-style', 'dashed');
  await onForm(files, 'dragOver');
  await expect(form).toHaveCSS('outline-style', 'dashed');
  // What a browser reports when the pointer leaves its window. The protocol has no command for it.
  await form.dispatchEvent('dragleave');
  await expect(form).not.toHaveCSS('outline-style', 'dashed');
  await onForm('words', 'dragEnter', 'dragOver');
  await expect(form).not.toHaveCSS('outline-style', 'dashed');

  await page.evaluate(() =>
    addEventListener('drop', ({ defaultPrevented }) => {
      document.documentElement.dataset.prevented = `${defaultPrevented}`;
    }),
  );
  await onForm(files, 'dragEnter', 'dragOver', 'drop');
  await expect(line(page, 'clinch.png')).toContainText('arrived');
  await expect(line(page, 'mount.png')).toContainText('arrived');
  await expect(page.locator('.sending li')).toHaveCount(2);
  await expect(page.locator('html')).toHaveAttribute('data-prevented', 'true');
  await expect(form).not.toHaveCSS('outline-style', 'dashed');

  await beside(files, 'dragEnter', 'dragOver', 'drop');
  await expect(form).not.toHaveCSS('outline-style', 'dashed');
  await expect(page.locator('.sending li')).toHaveCount(2);
  await expect(page.getByLabel('Title')).toHaveValue('Typed before');

  // A field for one image takes the first file.
  await page.goto('/studio/upload');
  await expect(page.getByText('Drop a file anywhere on this form.')).toBeVisible();
  const onOne = await handOver(page, page.getByLabel('Title'));
  await onOne(files, 'dragEnter', 'dragOver', 'drop');
  await expect(line(page, 'clinch.png')).toContainText('arrived');
  await expect(page.locator('.sending li')).toHaveCount(1);
});

test('leaving with chosen files asks first, and only then', async ({ page }, info) => {
  test.skip(!hasScripts(info), 'without scripts a page cannot ask');
  await signUp(page);
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  const leave = () =>
    page.locator('footer').getByRole('link', { name: 'Plans' }).click({ noWaitAfter: true });
  await page.goto('/upload');
  await describeIt(page, 'Not lost');
  await page.getByLabel('Choose Files').setInputFiles(await pictureFile('kept.png', '#335522'));
  await expect(line(page, 'kept.png')).toContainText('arrived');
  await leave();
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(page).toHaveURL(/\/upload$/);

  await page.getByRole('button', { name: 'Remove kept.png' }).click();
  await leave();
  await expect(page).toHaveURL(/\/subscriptions$/);
  await page.goto('/upload');
  await describeIt(page, 'Not lost');
  await page.getByLabel('Choose Files').setInputFiles(await pictureFile('kept.png', '#335522'));
  await share(page);
  await expect(page.getByText('Upload Successful')).toBeVisible();
  expect(asked).toEqual(['beforeunload']);
});

test('a script that fails midway leaves a working form', async ({ page }, info) => {
  test.skip(!hasScripts(info), 'without scripts nothing can fail');
  await signUp(page);
  await page.route('**/api/uploads**', (route) => route.fulfill({ status: 401, json: { message: 'no' } }));
  await page.goto('/upload');
  await page.getByLabel('Choose Files').setInputFiles([await pictureFile('plain.png', '#222266')]);
  await expect(line(page, 'plain.png')).toContainText('You are signed out');
  await expect(page.getByRole('button', { name: 'Try again plain.png' })).toBeVisible();
  await describeIt(page, 'Sent the plain way');
  await share(page);
  await expect(page.getByText('Upload Successful')).toBeVisible();
});

test('the storage used is shown where files are chosen', async ({ page }) => {
  await signUp(page);
  for (const path of ['/upload', '/studio/upload']) {
    await page.goto(path);
    await expect(page.getByText('Your pictures and videos use 0 bytes of 10 GB.')).toBeVisible();
  }
});
