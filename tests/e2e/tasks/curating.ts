import { expect, pictureFile, signIn } from '../journey.ts';
import { called } from './by-call.ts';
import { button, link, type Task, unique } from './task.ts';

const cards = '/api/admin/featured-content';

export const curating: Task[] = [
  {
    name: 'as an admin: make, change and delete a featured card',
    sends: ['/admin/featured/new', '/admin/featured/:id/edit', '/admin/featured/:id/delete'],
    async play({ page, driver }) {
      const title = `By hand ${unique()}`;
      await signIn(page, 'admin@example.com');
      await page.goto('/admin/featured');
      await driver.open(link(page, 'Add Featured Content'));
      await driver.write(page.getByLabel('Title'), title);
      await driver.write(page.getByLabel('Creator', { exact: true }), 'Lena Berg');
      await driver.choose(page.getByLabel('Tier', { exact: true }), 'VIP');
      await driver.tick(page.getByLabel('Locked'));
      await driver.open(button(page, 'Save'));
      await expect(page.getByText('Featured content created successfully')).toBeVisible();
      await driver.open(link(page, `Edit ${title}`));
      await driver.write(page.getByLabel('Likes'), '12');
      await driver.open(button(page, 'Save'));
      await expect(page.getByText('Featured content updated successfully')).toBeVisible();
      await driver.open(link(page, `Delete ${title}`));
      await driver.open(page.getByRole('button', { name: 'Delete', exact: true }));
      await expect(page.getByText('Featured content deleted successfully')).toBeVisible();
    },
  },
  {
    name: 'as an admin: give a featured card a picture, and another place',
    sends: ['/admin/featured/:id/edit', '/admin/featured/:id/move'],
    async play({ page, driver }) {
      await signIn(page, 'admin@example.com');
      const name = unique();
      const order = 1_000 + Math.floor(Math.random() * 900_000);
      const make = (title: string, displayOrder: number) =>
        called<{ id: number }>(page, 'POST', cards, { title, creator: 'Lena Berg', displayOrder });
      const made = [await make(`First ${name}`, order), await make(`Second ${name}`, order + 1)];
      await page.goto('/admin/featured');
      await driver.open(link(page, `Edit Second ${name}`));
      await driver.attach(page.getByLabel('Image file'), [await pictureFile('armbar.png')]);
      await driver.open(button(page, 'Save'));
      await expect(page.getByText('Featured content updated successfully')).toBeVisible();
      await driver.open(button(page, `Move up Second ${name}`));
      await page.waitForURL(/#featured-\d+$/);
      const titles = page.getByRole('heading', { level: 2 }).filter({ hasText: name });
      await expect(titles).toHaveText([`Second ${name}`, `First ${name}`]);
      await driver.open(button(page, `Move down Second ${name}`));
      await expect(titles).toHaveText([`First ${name}`, `Second ${name}`]);
      for (const { id } of made) await called(page, 'DELETE', `${cards}/${id}`);
    },
  },
];
