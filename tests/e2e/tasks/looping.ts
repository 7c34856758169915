import { expect, signUp } from '../journey.ts';
import { filmed } from '../made.ts';
import { button, link, main, type Task, toast } from './task.ts';

export const looping: Task[] = [
  {
    name: 'loop a moment of a video at half speed, and have a silent clip of it cut',
    sends: ['/content/:id/loop/clip'],
    async play({ page, driver }) {
      await signUp(page);
      await page.goto(`/content/${await filmed(page)}/loop`);
      await driver.write(main(page).getByLabel('From', { exact: true }), '0:00.2');
      await driver.write(main(page).getByLabel('To', { exact: true }), '1.4');
      await driver.choose(main(page).getByLabel('Speed', { exact: true }), 'Half');
      await driver.open(button(page, 'Loop it'));
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(
        '0:00.2 to 0:01.4 at half speed',
      );
      const clip = main(page).locator('video[loop]');
      // Another run of this task may have asked for it before.
      if (!(await clip.isVisible())) {
        await driver.open(button(page, 'Make a loop without scripts'));
        await expect(toast(page)).toContainText(/Cutting the clip|It is ready/);
      }
      await expect(async () => {
        if (!(await clip.isVisible())) await driver.open(link(page, 'Look again'));
        await expect(clip).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 60_000 });
    },
  },
];
