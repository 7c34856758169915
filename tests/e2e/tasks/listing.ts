import { expect, publish, signUp } from '../journey.ts';
import { called } from './by-call.ts';
import { button, link, main, type Task, toast, unique } from './task.ts';

interface Ways {
  ways: { steps: { transitionId: number; from: number; to: number }[] }[];
}

export const listing: Task[] = [
  {
    name: 'make a list, put techniques on it, sort it, write a note and take one off',
    sends: [
      '/lists',
      '/content/:id/lists',
      '/lists/:id/entries/:entryId',
      '/lists/:id/entries/:entryId/move',
      '/lists/:id/entries/:entryId/remove',
    ],
    async play({ page, driver }) {
      await signUp(page);
      const [first, second] = [`Knee cut ${unique()}`, `Lasso sweep ${unique()}`];
      const items = [await publish(page, first), await publish(page, second)];
      await page.goto('/lists');
      await driver.write(page.getByLabel('Title'), 'Half guard');
      await driver.open(button(page, 'Make the list'));
      await expect(main(page)).toContainText('Nothing on it yet');
      for (const item of items) {
        await page.goto(`${item}/lists`);
        await driver.tick(page.getByRole('checkbox', { name: 'Half guard' }));
        await driver.open(button(page, 'Save'));
        await expect(toast(page)).toContainText('Saved');
      }
      await page.goto('/lists');
      await driver.open(link(page, 'Half guard'));
      await driver.open(button(page, `Up ${second}`));
      await expect(main(page).getByRole('heading', { level: 2 }).first()).toHaveText(`1. ${second}`);
      await driver.open(link(page, `Note and place: ${second}`));
      await driver.write(page.getByLabel('Note (optional)'), 'Elbow in at 1:20.');
      await driver.open(button(page, 'Save'));
      await expect(main(page)).toContainText('Elbow in at 1:20.');
      await driver.open(button(page, `Take off the list: ${first}`));
      await expect(main(page)).toContainText('1 item');
    },
  },
  {
    name: 'change a list and delete it',
    differsByScripts: true,
    sends: ['/lists/:id/edit', '/lists/:id/delete'],
    async play({ page, driver }) {
      await signUp(page);
      const { id } = await called<{ id: number }>(page, 'POST', '/api/lists', { title: 'Half guard' });
      await page.goto(`/lists/${id}`);
      await driver.open(link(page, 'Edit'));
      await driver.tick(page.getByRole('radio', { name: 'Everyone with its link' }));
      await driver.open(button(page, 'Save'));
      await expect(main(page)).toContainText('Seen by: Everyone with its link');
      await driver.open(link(page, 'Edit'));
      await driver.open(link(page, 'Delete the list'));
      await driver.open(page.getByRole('button', { name: 'Delete', exact: true }));
      await expect(toast(page)).toContainText('List deleted');
    },
  },
  {
    name: 'make a course with sections, and watch it from one technique to the next',
    sends: ['/lists', '/lists/:id/sections', '/lists/:id/entries/:entryId'],
    async play({ page, driver }) {
      await signUp(page);
      const titles = [`Knee cut ${unique()}`, `Lasso sweep ${unique()}`];
      const items: string[] = [];
      for (const title of titles) items.push(await publish(page, title));
      await page.goto('/lists');
      await driver.write(page.getByLabel('Title'), 'First month');
      await driver.tick(page.getByRole('radio', { name: 'A course, with sections' }));
      await driver.open(button(page, 'Make the list'));
      await expect(main(page)).toContainText('Nothing on it yet');
      const address = new URL(page.url()).pathname;
      for (const item of items)
        await called(page, 'POST', `/api${address}/entries`, { contentId: Number(item.split('/').pop()) });
      await driver.open(link(page, 'Sections'));
      await driver.write(page.getByLabel('New section'), 'Getting under');
      await driver.open(button(page, 'Save'));
      await driver.open(link(page, `Note and place: ${titles[0]}`));
      await driver.choose(page.getByLabel('Section'), 'Getting under');
      await driver.open(button(page, 'Save'));
      await expect(page.getByRole('heading', { level: 2, name: 'Getting under' })).toBeVisible();
      await driver.open(link(page, titles[1] ?? ''));
      await driver.open(link(page, 'Next'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[0] ?? '');
      await expect(main(page)).toContainText('Getting under');
    },
  },
  {
    name: 'save a way of the map as a list',
    sends: ['/lists/of-items'],
    async play({ page, driver }) {
      await signUp(page);
      const { ways } = await called<Ways>(page, 'GET', '/api/map/ways?from=half+guard&to=back');
      const step = ways[0]?.steps[0];
      const [startsIn, does, endsIn] = [step?.from, step?.transitionId, step?.to].map(String);
      const item = await publish(page, `Taught ${unique()}`);
      await called(page, 'POST', `/api${item}/map`, { startsIn, does, endsIn });
      await page.goto(`/map/way?from=${startsIn}&to=${endsIn}&as=bottom`);
      await driver.open(button(page, /^Save as a list/));
      await expect(toast(page)).toContainText('Saved as a list');
      await expect(main(page)).toContainText('Seen by: Only you');
    },
  },
  {
    name: 'follow a list of another member, and copy it',
    differsByScripts: true,
    sends: ['/lists/:id/follow', '/lists/:id/copy'],
    async play({ page, driver, elsewhere }) {
      const author = await elsewhere();
      await signUp(author);
      const title = `Half guard ${unique()}`;
      const sent = { title, visibility: 'public' };
      const { id } = await called<{ id: number }>(author, 'POST', '/api/lists', sent);
      await signUp(page);
      await page.goto(`/lists/${id}`);
      await driver.open(button(page, `Follow ${title}`));
      await expect(toast(page)).toContainText('Following');
      await driver.open(button(page, 'Copy'));
      await expect(main(page)).toContainText('Seen by: Only you');
      await page.goto('/lists?show=followed');
      await expect(link(page, title)).toBeVisible();
    },
  },
];
