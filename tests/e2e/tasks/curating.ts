import { expect, signIn } from '../journey.ts';
import { button, link, type Task, unique } from './task.ts';

export const curating: Task[] = [
  {
    name: 'as an admin: make, change and delete a featured card',
    async play({ page, hands }) {
      const title = `By hand ${unique()}`;
      await signIn(page, 'admin@example.com');
      await page.goto('/admin/featured');
      await hands.open(link(page, 'Add Featured Content'));
      await hands.write(page.getByLabel('Title'), title);
      await hands.write(page.getByLabel('Creator', { exact: true }), 'Lena Berg');
      await hands.choose(page.getByLabel('Tier', { exact: true }), 'VIP');
      await hands.tick(page.getByLabel('Locked'));
      await hands.open(button(page, 'Save'));
      await expect(page.getByText('Featured content created successfully')).toBeVisible();
      await hands.open(link(page, `Edit ${title}`));
      await hands.write(page.getByLabel('Likes'), '12');
      await hands.open(button(page, 'Save'));
      await expect(page.getByText('Featured content updated successfully')).toBeVisible();
      await hands.open(link(page, `Delete ${title}`));
      await hands.open(page.getByRole('button', { name: 'Delete', exact: true }));
      await expect(page.getByText('Featured content deleted successfully')).toBeVisible();
    },
  },
];
