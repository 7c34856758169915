import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, publish, signUp } from '../journey.ts';
import { main, type Task, toast } from './task.ts';

const clip = {
  name: 'roll.webm',
  mimeType: 'video/webm',
  buffer: readFileSync('app/demo/clips/bridge-and-roll.webm'),
};
const words = {
  name: 'roll.vtt',
  mimeType: 'text/vtt',
  buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:09.000\nTrap the foot first\n'),
};

/** A public video with captions. Preparing one takes long, so it is made once. */
let video: Promise<string> | undefined;

async function makeVideoFile(page: Page) {
  await signUp(page);
  const text = { title: 'Trap and roll', description: 'Trap the foot first, then bridge.' };
  const multipart = { ...text, category: 'technique', tier: 'free', files: clip };
  const answer = await page.request.post('/api/content', { multipart });
  const { id } = (await answer.json()) as { id: number };
  const address = `/content/${id}`;
  await page.goto(`${address}/edit/media`);
  const captions = await main(page).getByRole('link', { name: 'Captions' }).getAttribute('href');
  await page.request.post(captions ?? '', { multipart: { language: 'en', captions: words } });
  await expect(async () => {
    await page.goto(address);
    await expect(page.locator('main track')).toHaveCount(1, { timeout: 100 });
  }).toPass({ timeout: 60_000, intervals: [500] });
  return address;
}

/** The state of a video. A browser that cannot play it offers no controls. */
const stateOf = (video: Locator) =>
  video.evaluate(({ paused, currentTime, networkState }: HTMLVideoElement) => {
    if (networkState === HTMLMediaElement.NETWORK_NO_SOURCE) return 'lost';
    return currentTime > 0 ? (paused ? 'paused' : 'playing') : 'not begun';
  });

export const watching: Task[] = [
  {
    name: 'watch a video with captions, in another place and at another speed',
    differsByScripts: true,
    async play({ page, driver, elsewhere }) {
      video ??= makeVideoFile(await elsewhere());
      await page.goto(await video);
      const player = page.locator('main video');
      // The choice of captions is in the browser's own menu, which tests cannot open.
      await player.evaluate((each: HTMLVideoElement) => {
        for (const track of each.textTracks) track.mode = 'showing';
      });
      await driver.run(player);
      await expect.poll(() => stateOf(player)).toMatch(/playing|lost/);
      if ((await stateOf(player)) === 'lost') {
        await expect(page.getByRole('alert')).toContainText('The video did not load');
        await expect(main(page)).toContainText('Trap the foot first');
        return;
      }
      await driver.run(player);
      await expect.poll(() => stateOf(player)).toBe('paused');
      await driver.seek(player);
      const captions = () => page.locator('main track').evaluate((each: HTMLTrackElement) => each.readyState);
      await expect.poll(captions, 'they have come, or failed').toBeGreaterThanOrEqual(2);
      const speed = main(page).getByLabel('Speed');
      if (await speed.isVisible()) await driver.choose(speed, '2×');
    },
  },
  {
    name: 'pass a link on',
    differsByScripts: true,
    async play({ page, driver, elsewhere }) {
      const author = await elsewhere();
      await signUp(author);
      const item = await publish(author, 'Worth telling');
      await page.goto(item);
      await driver.open(main(page).locator('.item__actions summary'));
      // Scripts copy it. Without them, or where they may not, the page shows it to be copied.
      const field = main(page).locator('.item__actions').getByLabel('Link');
      const either = toast(page).getByText('Link copied').or(field);
      await expect(either.filter({ visible: true })).toHaveCount(1);
    },
  },
];
