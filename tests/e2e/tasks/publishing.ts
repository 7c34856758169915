import { expect, pictureFile, signUp } from '../journey.ts';
import { button, link, type Task, toast } from './task.ts';

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
];
