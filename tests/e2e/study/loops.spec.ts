import type { Locator } from '@playwright/test';
import { canConvert } from '../../../app/media/ffmpeg.server.ts';
import { expect, expectSeen, signUp, test } from '../journey.ts';
import { videoItem } from '../made.ts';

test.skip(!canConvert(), 'ffmpeg is missing: nothing is cut');

const knowsVideo = (video: Locator) =>
  video.evaluate(
    (each: HTMLVideoElement) => each.canPlayType('video/mp4; codecs="avc1.640028, mp4a.40.2"') !== '',
  );

test('a moment of a video repeats in the player, at the speed of its address', async ({
  page,
  javaScriptEnabled,
}) => {
  const address = `/content/${await videoItem(page)}/loop?from=0.5&to=1.2&speed=0.5`;
  await page.goto(address);
  const player = page.locator('main video[data-loop]');
  await expect(player.locator('source').first()).toHaveAttribute('src', /#t=0\.5$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('0:00.5 to 0:01.2 at half speed');
  // Without scripts the player begins at the moment; the clip repeats it.
  if (!javaScriptEnabled) return;
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(0.5);
  if (!(await knowsVideo(player))) {
    test.info().annotations.push({ type: 'note', description: 'This Chromium knows no H.264: not played' });
    return;
  }
  const seen = await player.evaluate(async (video: HTMLVideoElement) => {
    video.muted = true;
    await video.play();
    const times: number[] = [];
    for (const until = performance.now() + 5_000; performance.now() < until; ) {
      await new Promise(requestAnimationFrame);
      times.push(video.currentTime);
    }
    const rounds = times.filter((time, at) => time < (times[at - 1] ?? 0) - 0.3).length;
    return { rounds, first: Math.min(...times), last: Math.max(...times) };
  });
  expect(seen.rounds).toBeGreaterThan(1);
  expect(seen.first).toBeGreaterThan(0.4);
  expect(seen.last).toBeLessThan(1.5);
  // Who goes elsewhere in the video is brought back.
  await player.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 2;
  });
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeLessThan(1.5);
});

test('a silent clip is cut on request; the page shows it by itself, to everyone who may watch', async ({
  page,
  elsewhere,
  javaScriptEnabled,
}) => {
  test.setTimeout(120_000);
  await signUp(page);
  // A clip of its own for each run.
  const tenths = 1 + Math.floor(Math.random() * 100) + (javaScriptEnabled ? 1 : 0);
  const part = `from=${tenths / 10}&to=${(tenths + 12) / 10}&speed=0.25`;
  const address = `/content/${await videoItem(page)}/loop?${part}`;
  await page.goto(address);
  await page.getByRole('button', { name: 'Make a loop without scripts' }).click();
  await expect(page.locator('#toast')).toContainText('Cutting the clip');
  const clip = page.locator('main video[loop]');
  // Nobody loads the page again: without scripts it does so itself.
  await expect(clip).toBeVisible({ timeout: 60_000 });
  for (const word of ['muted', 'autoplay', 'playsinline', 'controls'])
    await expect(clip).toHaveAttribute(word, '');
  const src = (await clip.getAttribute('src')) ?? '';
  const bytes = await page.request.get(src);
  expect([bytes.status(), bytes.headers()['content-type']]).toEqual([200, 'video/mp4']);
  // Browsers begin with what is in view.
  await clip.scrollIntoViewIfNeeded();
  if (await knowsVideo(clip))
    await expect
      .poll(() => clip.evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0.1);
  const visitor = await elsewhere();
  await visitor.goto(address);
  await expectSeen(visitor.locator('main video[loop]'));
});

test('a locked item shows what unlocks it and nothing of its video; wrong times are explained', async ({
  page,
}) => {
  const locked = await page.request.get('/api/content?tier=vip&limit=1');
  const [item] = (await locked.json()) as { id: number }[];
  await page.goto(`/content/${item?.id}/loop?from=1&to=2`);
  await expect(page.getByRole('heading', { name: 'What unlocks this' })).toBeVisible();
  await expect(page.locator('main').locator('video, form[action$="/loop"]')).toHaveCount(0);
  const free = `/content/${await videoItem(page)}/loop`;
  const answer = await page.goto(`${free}?from=3&to=0:01&speed=1`);
  expect(answer?.status()).toBe(422);
  await expect(page.getByRole('alert')).toContainText('The end must come after the start.');
  await page.getByLabel('To', { exact: true }).fill('3.5');
  await page.getByRole('button', { name: 'Loop it' }).click();
  await expect(page).toHaveURL(/from=3&to=3\.5&speed=1$/);
});
