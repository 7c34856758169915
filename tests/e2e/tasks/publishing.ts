import { expect, pictureFile, signUp } from '../journey.ts';
import { button, link, main, type Task, toast } from './task.ts';

export const publishing: Task[] = [
  {
    name: 'publish, edit, delete',
    differsByScripts: true,
    sends: ['/upload', '/content/:id/edit', '/content/:id/delete'],
    async play({ page, driver }) {
      await signUp(page);
      await page.goto('/upload');
      await driver.attach(page.getByLabel('Choose Files'), [await pictureFile('mat.png')]);
      await driver.write(page.getByLabel('Title'), 'Knee cut by hand');
      await driver.choose(page.getByLabel('Category'), 'Technique');
      await driver.open(button(page, /Share Technique|Upload Content/));
      await expect(toast(page)).toContainText(/Upload Successful|Technique Shared/);

      await page.goto('/studio/content');
      await driver.open(link(page, 'Knee cut by hand'));
      await page.waitForURL(/\/content\/\d+$/);
      await driver.open(link(page, 'Edit'));
      await driver.write(page.getByLabel('Title'), 'Knee cut, by hand');
      await driver.open(button(page, /^Save/));
      await expect(toast(page)).not.toBeEmpty();
      await page.goto('/studio/content');
      await driver.open(link(page, 'Knee cut, by hand'));
      await page.waitForURL(/\/content\/\d+$/);
      await driver.open(link(page, 'Delete'));
      await driver.open(page.getByRole('button', { name: 'Delete', exact: true }));
      await expect(toast(page)).toContainText(/deleted/i);
    },
  },
  {
    name: 'let an item come out at a moment, then keep it as a draft',
    sends: ['/upload', '/content/:id/edit'],
    async play({ page, driver }) {
      await signUp(page);
      await page.goto('/upload');
      await driver.attach(page.getByLabel('Choose Files'), [await pictureFile('mat.png')]);
      await driver.write(page.getByLabel('Title'), 'Not yet');
      await driver.choose(page.getByLabel('Category'), 'Technique');
      await driver.open(main(page).getByText('Schedule it', { exact: true }));
      await driver.tick(page.getByRole('radio', { name: 'Schedule' }));
      const day = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString().slice(0, 10);
      await driver.write(page.getByLabel('Publish on'), `${day}T10:00`);
      await driver.open(button(page, /Share Technique|Upload Content/));
      await expect(toast(page)).toContainText('Draft saved');
      const line = main(page).getByRole('row', { name: 'Not yet' });
      await expect(line).toContainText(/Comes out .*10:00/);
      await driver.open(line.getByRole('link', { name: 'Edit' }));
      await driver.tick(page.getByRole('radio', { name: 'Keep as a draft' }));
      await driver.open(button(page, 'Save'));
      await expect(line).toContainText('Draft');
      await expect(line).not.toContainText('Comes out');
    },
  },
  {
    name: 'publish one picture from the studio',
    sends: ['/studio/upload'],
    async play({ page, driver }) {
      await signUp(page);
      await page.goto('/studio/upload');
      await driver.attach(page.getByLabel('Image'), [await pictureFile('one.png')]);
      await driver.write(page.getByLabel('Title'), 'A single grip');
      await driver.open(button(page, 'Upload Content'));
      await expect(toast(page)).toContainText('Content uploaded successfully!');
    },
  },
];
