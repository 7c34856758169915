import { writeFileSync } from 'node:fs';
import type { Locator, Page, Route, TestInfo } from '@playwright/test';
import { videoOf } from '../support/media/sample-files.ts';
import { expect, pictureFile, signUp, test } from './journey.ts';

const hasScripts = (info: TestInfo) => info.project.name === 'with-js';

const video = (name: string, bytes: number) => ({ name, mimeType: 'video/mp4', buffer: videoOf(bytes) });

const share = (page: Page) =>
  page
    .locator('main')
    .getByRole('button', { name: /Share Technique|Upload Content/ })
    .click();
const line = (page: Page, name: string) => page.locator('.sending li').filter({ hasText: name });

async function describeIt(page: Page, title: string) {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Category').selectOption('technique');
}

/** Drags over a place what people drag: files by their paths, or text. */
async function handOver(page: Page, place: Locator) {
  await place.scrollIntoViewIfNeeded();
  const { x, y } = (await place.boundingBox()) ?? { x: 0, y: 0 };
  const hand = await page.context().newCDPSession(page);
  return async (dragged: string[] | string, ...types: ('dragEnter' | 'dragOver' | 'drop')[]) => {
    const isWords = typeof dragged === 'string';
    const items = isWords ? [{ mimeType: 'text/plain', data: dragged }] : [];
    const data = { items, files: isWords ? [] : dragged, dragOperationsMask: 1 };
    for (const type of types)
      await hand.send('Input.dispatchDragEvent', { type, x: x + 20, y: y + 10, data });
  };
}

const megabyte = 1024 ** 2;

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
    .setInputFiles([await pictureFile('grip.png', '#663311'), video('roll.mp4', 12 * megabyte)]);
  await describeIt(page, title);
  if (hasScripts(info)) {
    await expect(line(page, 'grip.png')).toContainText('arrived');
    await expect(line(page, 'roll.mp4')).toContainText('No connection. The upload continues automatically.');
    await expect(line(page, 'roll.mp4').getByRole('progressbar')).toHaveAccessibleName(
      'How much of roll.mp4 has arrived',
    );
  }
  // Pressed while the video is still being sent: the form is then sent by itself.
  await share(page);
  await expect(page.getByText('Upload Successful')).toBeVisible({ timeout: 30_000 });
  expect(broken).toBe(hasScripts(info) ? 3 : 0);
  // One piece of the image, then those of the video: none was sent twice.
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
  const roll = info.outputPath('open mat.mp4');
  writeFileSync(roll, video('open mat.mp4', 9 * megabyte).buffer);
  const stop = (route: Route) => {
    const request = route.request();
    const isLate = request.method() === 'PATCH' && Number(request.headers()['upload-offset']) >= 3 * megabyte;
    return isLate ? route.abort() : route.continue();
  };
  await page.route('**/api/uploads/*', stop);
  await page.getByLabel('Choose Files').setInputFiles(roll);
  await expect(line(page, 'open mat.mp4')).toContainText('No connection');
  await page.reload();
  await expect(page.getByText(/3\.1 MB of 9\.4 MB of open mat\.mp4 arrived earlier/)).toBeVisible();
  await page.unroute('**/api/uploads/*', stop);
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await page.getByLabel('Choose Files').setInputFiles(roll);
  await expect(line(page, 'open mat.mp4')).toContainText('arrived');
  await expect(page.getByText('arrived earlier')).toHaveCount(0);
  expect(offsets[0]).toBe(3 * megabyte);
  await describeIt(page, 'Went on');
  await share(page);
  await expect(page.getByText('Upload Successful')).toBeVisible();
});

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
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  const announced: string[] = [];
  await page.route('**/api/uploads', async (route) => {
    announced.push((route.request().postDataJSON() as { name: string }).name);
    await route.continue();
  });
  await page.route('**/api/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') await held;
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
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route('**/api/uploads', async (route) => {
    await held;
    await route.continue();
  });
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
  const form = page.locator('form[data-pieces]');
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
