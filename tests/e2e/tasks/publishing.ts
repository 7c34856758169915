import { expect, pictureFile, signUp } from '../journey.ts';
import { button, link, main, type Task, toast } from './task.ts';

export const publishing: Task[] = [
  {
    name: 'publish, edit, delete',
    sends: ['/upload', '/content/:id/edit', '/content/:id/delete'],
    async play({ page, hands }) {
      await signUp(page);
      await page.goto('/upload');
      await hands.attach(page.getByLabel('Choose Files'), [await pictureFile('mat.png')]);
      await hands.write(page.getByLabel('Title'), 'Knee cut by hand');
      await hands.choose(page.getByLabel('Category'), 'Technique');
      await hands.open(button(page, /Share Technique|Upload Content/));
      await expect(toast(page)).toContainText(/Upload Successful|Technique Shared/);

      await page.goto('/studio/content');
      await hands.open(link(page, 'Knee cut by hand'));
      await page.waitForURL(/\/content\/\d+$/);
      await hands.open(link(page, 'Edit'));
      await hands.write(page.getByLabel('Title'), 'Knee cut, by hand');
      await hands.open(button(page, /^Save/));
      await expect(toast(page)).not.toBeEmpty();
      await page.goto('/studio/content');
      await hands.open(link(page, 'Knee cut, by hand'));
      await page.waitForURL(/\/content\/\d+$/);
      await hands.open(link(page, 'Delete'));
      await hands.open(page.getByRole('button', { name: 'Delete', exact: true }));
      await expect(toast(page)).toContainText(/deleted/i);
    },
  },
  {
    name: 'let an item come out at a moment, then keep it as a draft',
    sends: ['/upload', '/content/:id/edit'],
    async play({ page, hands }) {
      await signUp(page);
      await page.goto('/upload');
      await hands.attach(page.getByLabel('Choose Files'), [await pictureFile('mat.png')]);
      await hands.write(page.getByLabel('Title'), 'Not yet');
      await hands.choose(page.getByLabel('Category'), 'Technique');
      await hands.tick(page.getByRole('radio', { name: 'At a moment' }));
      const day = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString().slice(0, 10);
      await hands.write(page.getByLabel('Moment, in UTC'), `${day}T10:00`);
      await hands.open(button(page, /Share Technique|Upload Content/));
      await expect(toast(page)).toContainText('Draft saved');
      const line = main(page).getByRole('row', { name: 'Not yet' });
      await expect(line).toContainText(`Comes out ${day} 10:00 UTC`);
      await hands.open(line.getByRole('link', { name: 'Edit' }));
      await hands.tick(page.getByRole('radio', { name: 'Keep as a draft' }));
      await hands.open(button(page, 'Save'));
      await expect(line).toContainText('Draft');
      await expect(line).not.toContainText('Comes out');
    },
  },
  {
    name: 'publish one picture from the studio',
    sends: ['/studio/upload'],
    async play({ page, hands }) {
      await signUp(page);
      await page.goto('/studio/upload');
      await hands.attach(page.getByLabel('Image'), [await pictureFile('one.png')]);
      await hands.write(page.getByLabel('Title'), 'A single grip');
      await hands.open(button(page, 'Upload Content'));
      await expect(toast(page)).toContainText('Content uploaded successfully!');
    },
  },
];
