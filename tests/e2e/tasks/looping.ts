import { expect, signUp } from '../journey.ts';
import { videoItem } from '../made.ts';
import { button, link, main, type Task, toast } from './task.ts';

export const looping: Task[] = [
  {
    name: 'loop a moment of a video at half speed, and have a silent clip of it cut',
    sends: ['/content/:id/loop/clip'],
    async play({ page, driver }) {
      await signUp(page);
      await page.goto(`/content/${await videoItem(page)}/loop`);
      // Another run of this task may have asked for the same part: so it is one of many.
      const from = 1 + Math.floor(Math.random() * 60);
      const to = from + 5 + Math.floor(Math.random() * 20);
      await driver.write(main(page).getByLabel('From', { exact: true }), `0:0${from / 10}`);
      await driver.write(main(page).getByLabel('To', { exact: true }), `${to / 10}`);
      await driver.choose(main(page).getByLabel('Speed', { exact: true }), 'Half');
      await driver.open(button(page, 'Loop it'));
      await expect(main(page).getByRole('heading', { level: 1 })).toContainText('at half speed');
      await driver.open(button(page, 'Make a loop without scripts'));
      await expect(toast(page)).toContainText('Cutting the clip');
      const clip = main(page).locator('video[loop]');
      await expect(async () => {
        if (!(await clip.isVisible())) await driver.open(link(page, 'Look again'));
        await expect(clip).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 60_000 });
    },
  },
];
