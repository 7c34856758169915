import { readFileSync } from 'node:fs';
import { expect, signUp, test } from './journey.ts';
import { main } from './tasks/task.ts';

test('a step with a time plays the video from that moment', async ({ page, javaScriptEnabled }) => {
  await signUp(page);
  const clip = {
    name: 'roll.webm',
    mimeType: 'video/webm',
    buffer: readFileSync('app/demo/clips/bridge-and-roll.webm'),
  };
  const steps = 'Lie on your back\n0:02 Trap the foot\n0:03 Bridge';
  const multipart = { title: 'Trap and roll', category: 'technique', tier: 'free', steps, files: clip };
  const answer = await page.request.post('/api/content', { multipart });
  const { id } = (await answer.json()) as { id: number };
  const player = page.locator('#video video');
  await expect(async () => {
    await page.goto(`/content/${id}`);
    await expect(player).toHaveCount(1, { timeout: 100 });
  }).toPass({ timeout: 60_000, intervals: [500] });
  const step = main(page).getByRole('link', { name: /^Trap the foot/ });
  await expect(step).toHaveAccessibleName('Trap the foot Play from 0:02');
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Lie on your back' })).toBeVisible();
  await step.click();
  if (javaScriptEnabled) {
    await expect
      .poll(() => player.evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
      .toBeGreaterThan(2);
    await expect(page).toHaveURL(new RegExp(`/content/${id}$`));
    await expect(page.getByRole('button', { name: 'Play Trap and roll' })).toHaveCount(0);
  } else {
    await expect(page).toHaveURL(new RegExp(`/content/${id}\\?t=2#video$`));
    await expect(player.locator('source').first()).toHaveAttribute('src', /#t=2$/);
    await expect(player).toBeInViewport();
  }
  await expect(step).toHaveAttribute('aria-current', 'step');
});
