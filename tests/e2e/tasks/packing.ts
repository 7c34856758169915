import { expect } from '../journey.ts';
import { link, main, type Task } from './task.ts';

export const packing: Task[] = [
  {
    name: 'take study packs of a position, a way and an item along',
    sends: ['/map/p/:place/pack.zip', '/map/way/pack.zip', '/content/:id/pack.zip'],
    async play({ page, driver }) {
      const take = async (name: RegExp) => {
        await driver.open(link(page, 'Sheet and study pack'));
        await page.waitForURL(/\/sheet\b/);
        const [pack] = await Promise.all([
          page.waitForEvent('download'),
          driver.open(link(page, 'Download the study pack')),
        ]);
        expect(pack.suggestedFilename()).toMatch(name);
      };
      await page.goto('/map/half-guard');
      await driver.open(main(page).locator('a[href^="/map/p/"]').first());
      await page.waitForURL(/\/map\/p\//);
      await take(/^summa-[a-z0-9-]+\.zip$/);
      await page.goto('/map/way?from=half+guard&to=back&as=bottom');
      await take(/^summa-from-[a-z0-9-]+\.zip$/);
      await page.goto('/content/1');
      // Visitors have the link to the sheet in its place.
      const study = main(page).getByRole('link', { name: 'Study', exact: true });
      if (await study.isVisible()) await driver.open(study);
      await take(/^summa-technique-1\.zip$/);
    },
  },
];
