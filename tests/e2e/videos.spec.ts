import { canConvert } from '../../app/media/ffmpeg.server.ts';
import { makeTestVideo, rotated } from '../support/media/test-video.ts';
import { expect, signIn, signUp, test } from './journey.ts';

test.skip(!canConvert(), 'ffmpeg is missing: nothing is converted');

const whole = ['-c:v', 'libx264', '-preset', 'ultrafast'];
const gone = ["select='gt(mod(n,7),2)'", 'setpts=N/TB/24*7/4'].join(',');

/** Videos of common devices, one second each. */
const videos: [name: string, bytes: () => Buffer][] = [
  ['phone.mov', () => rotated(makeTestVideo('mov', { codec: whole }))],
  [
    'new-phone.mov',
    () =>
      makeTestVideo('mov', {
        codec: ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-tag:v', 'hvc1'],
      }),
  ],
  ['camera.avi', () => makeTestVideo('avi', { codec: ['-c:v', 'mpeg4'] })],
  ['screen.webm', () => makeTestVideo('webm', { codec: ['-c:v', 'libvpx', '-b:v', '200k'] })],
  ['index-last.mp4', () => makeTestVideo('mp4', { codec: whole })],
  ['silent.mp4', () => makeTestVideo('mp4', { codec: whole, hasSound: false })],
  ['odd.mov', () => makeTestVideo('mov', { size: '321x181', codec: ['-c:v', 'mpeg4'] })],
  ['uneven.mp4', () => makeTestVideo('mp4', { codec: whole, with: ['-vf', gone] })],
];

test('videos of phones and cameras are prepared and play', async ({ page, javaScriptEnabled }) => {
  test.setTimeout(120_000);
  const chosen = javaScriptEnabled ? videos : videos.slice(0, 2);
  await signUp(page);
  await page.goto('/upload');
  await page
    .getByLabel('Choose Files')
    .setInputFiles(
      chosen.map(([name, bytes]) => ({ name, mimeType: 'application/octet-stream', buffer: bytes() })),
    );
  await page.getByLabel('Title').fill('Videos of all kinds');
  await page.getByLabel('Category').selectOption('training');
  await page
    .locator('main')
    .getByRole('button', { name: /Share Technique|Upload Content/ })
    .click();
  await expect(page.getByText('Upload Successful')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: 'See it' }).click();
  const players = page.locator('main video');
  await expect(async () => {
    if ((await players.count()) < chosen.length) await page.reload();
    await expect(players).toHaveCount(chosen.length, { timeout: 100 });
  }).toPass({ timeout: 90_000, intervals: [1_000] });
  await expect(page.getByText('Processing the video')).toHaveCount(0);

  for (const [index, [name]] of chosen.entries()) {
    const player = players.nth(index);
    const boxBefore = await player.boundingBox();
    const begins = await player.evaluate((video: HTMLVideoElement) => {
      if (!video.canPlayType('video/mp4; codecs="avc1.640028, mp4a.40.2"')) return false;
      video.muted = true;
      video.loop = true;
      // Without scripts the page does not show that it began, so the test asks below.
      video.play().catch(() => {});
      return true;
    });
    if (!begins) {
      test.info().annotations.push({ type: 'note', description: 'This Chromium knows no H.264: not played' });
      continue;
    }
    await expect
      .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime), {
        timeout: 20_000,
        message: name,
      })
      .toBeGreaterThan(0.1);
    const seen = await player.evaluate((video: HTMLVideoElement) => {
      video.pause();
      const source = video.currentSrc.split('?')[0]?.split('/').at(-1);
      return { source, isTall: video.videoHeight > video.videoWidth };
    });
    expect([name, seen]).toEqual([name, { source: '480p.mp4', isTall: name === 'phone.mov' }]);
    const boxAfter = await player.boundingBox();
    expect([boxAfter?.width, boxAfter?.height], name).toEqual([boxBefore?.width, boxBefore?.height]);
  }
});

test('captions, sizes and speed are chosen by links and plain forms, the speed by script', async ({
  page,
  elsewhere,
  javaScriptEnabled,
}) => {
  test.setTimeout(90_000);
  await signIn(page, 'premium@example.com');
  await page.goto('/upload');
  const buffer = makeTestVideo('mp4', { size: '800x600', codec: whole });
  await page.getByLabel('Choose Files').setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer });
  await page.getByLabel('Title').fill('A video with words');
  await page.getByLabel('Category').selectOption('training');
  await page
    .locator('main')
    .getByRole('button', { name: /Share Technique|Upload Content/ })
    .click();
  await page.getByRole('link', { name: 'See it' }).click();
  // With scripts it appears by itself, and the rest of the page stays as it is.
  if (javaScriptEnabled)
    await page.locator('main h1').evaluate((title) => title.setAttribute('data-same', ''));
  await expect(async () => {
    if (!javaScriptEnabled) await page.getByRole('link', { name: 'Look again' }).click({ timeout: 1_000 });
    await expect(page.locator('main video')).toHaveCount(1, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.locator('main h1[data-same]')).toHaveCount(javaScriptEnabled ? 1 : 0);
  if (javaScriptEnabled) await expect(page.getByLabel('Speed')).toHaveCount(1);
  const address = new URL(page.url()).pathname;

  await page.goto(`${address}/edit/media`);
  await page.getByRole('link', { name: 'Captions' }).click();
  const words = (text: string) => ({
    name: 'a.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from(`WEBVTT\n\n00:00.000 --> 00:${text}\nGrip the <b>lapel</b>\n`),
  });
  await page.getByLabel('Captions file').setInputFiles(words('1.000'));
  await page.getByRole('button', { name: 'Save captions' }).click();
  await expect(page.getByRole('alert')).toContainText('Line 3: the times must look like');
  await page.getByLabel('Captions file').setInputFiles(words('01.000'));
  await page.getByRole('button', { name: 'Save captions' }).click();
  await expect(page.getByText('Captions saved')).toBeVisible();

  const visitor = await elsewhere();
  await visitor.goto(address);
  const track = visitor.locator('main track');
  await expect(track).toHaveAttribute('label', 'English');
  const vtt = await visitor.request.get((await track.getAttribute('src')) ?? '');
  expect(await vtt.text()).toContain('Grip the lapel');
  const first = visitor.locator('main video source').first();
  await expect(first).toHaveAttribute('src', /1080p\.mp4/);
  await visitor.getByRole('link', { name: 'Small 640 × 480' }).click();
  await expect(first).toHaveAttribute('src', /480p\.mp4/);
  await expect(visitor.getByText('Downloads come with Premium and VIP')).toBeVisible();
  const speed = visitor.getByLabel('Speed');
  await expect(speed).toHaveCount(javaScriptEnabled ? 1 : 0);
  if (javaScriptEnabled) {
    await speed.selectOption('1.5×');
    expect(
      await visitor.locator('main video').evaluate((video: HTMLVideoElement) => video.playbackRate),
    ).toBe(1.5);
  }

  await page.goto(address);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Video', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('A video with words.mp4');
});
