import { expect, pictureFile, signIn } from '../journey.ts';
import { called } from './by-call.ts';
import { button, link, type Task, unique } from './task.ts';

const cards = '/api/admin/featured-content';

export const curating: Task[] = [
  {
    name: 'as an admin: make, change and delete a featured card',
    sends: ['/admin/featured/new', '/admin/featured/:id/edit', '/admin/featured/:id/delete'],
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
  {
    name: 'as an admin: give a featured card a picture, and another place',
    sends: ['/admin/featured/:id/edit', '/admin/featured/:id/move'],
    async play({ page, hands }) {
      await signIn(page, 'admin@example.com');
      const name = unique();
      const order = 1_000 + Math.floor(Math.random() * 900_000);
      const make = (title: string, displayOrder: number) =>
        called<{ id: number }>(page, 'POST', cards, { title, creator: 'Lena Berg', displayOrder });
      const made = [await make(`First ${name}`, order), await make(`Second ${name}`, order + 1)];
      await page.goto('/admin/featured');
      await hands.open(link(page, `Edit Second ${name}`));
      await hands.attach(page.getByLabel('Image file'), [await pictureFile('armbar.png')]);
      await hands.open(button(page, 'Save'));
      await expect(page.getByText('Featured content updated successfully')).toBeVisible();
      await hands.open(button(page, `Move up Second ${name}`));
      await page.waitForURL(/#featured-\d+$/);
      const titles = page.getByRole('heading', { level: 2 }).filter({ hasText: name });
      await expect(titles).toHaveText([`Second ${name}`, `First ${name}`]);
      await hands.open(button(page, `Move down Second ${name}`));
      await expect(titles).toHaveText([`First ${name}`, `Second ${name}`]);
      for (const { id } of made) await called(page, 'DELETE', `${cards}/${id}`);
    },
  },
];
