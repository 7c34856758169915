import { expect, pictureFile, signUp } from '../journey.ts';
import { button, link, main, type Task, toast } from './task.ts';

export const mapping: Task[] = [
  {
    name: 'publish with a name that means several positions, choose one, then follow it',
    sends: ['/upload', '/content/:id/map', '/map/p/:id/follow'],
    async play({ page, driver }) {
      await signUp(page);
      await page.goto('/map/missing');
      await driver.open(link(page, /^Teach/));
      await page.waitForURL(/\/upload\?startsIn=\d+$/);
      await driver.attach(page.getByLabel('Choose Files'), [await pictureFile('mat.png')]);
      await driver.write(page.getByLabel('Title'), 'On the map by hand');
      await driver.choose(page.getByLabel('Category'), 'Technique');
      await driver.write(page.getByLabel('Where does it start?'), 'meia guarda');
      await driver.open(button(page, /Share Technique|Upload Content/));
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Did you mean…');
      await driver.tick(page.getByRole('radio', { name: /^Half guard shell/ }));
      await driver.open(button(page, 'Save'));
      await expect(toast(page)).toContainText('Saved');
      await driver.open(main(page).locator('.facts a[href^="/map/p/"]').first());
      await driver.open(button(page, /^Follow/));
      await expect(toast(page)).toContainText('Following');
      await page.goto('/profile/following');
      await expect(main(page).locator('#positions + ul li')).toHaveCount(1);
    },
  },
];
