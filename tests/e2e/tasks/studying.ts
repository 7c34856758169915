import { expect, publish, signUp } from '../journey.ts';
import { called } from './by-call.ts';
import { button, link, main, type Task, toast, unique } from './task.ts';

export const studying: Task[] = [
  {
    name: 'study a technique: write notes, find, change and delete them, mark it as seen',
    differsByScripts: true,
    sends: ['/content/:id/study', '/content/:id/seen', '/notebook/:id', '/notebook/:id/delete'],
    async play({ page, driver, elsewhere }) {
      const author = await elsewhere();
      await signUp(author);
      const item = await publish(author, `To study ${unique()}`);
      await signUp(page);
      await page.goto(item);
      await driver.open(link(page, 'Study'));
      await page.waitForURL('**/study');
      await driver.write(page.getByLabel('Note', { exact: true }), 'Hide the elbow first.');
      await driver.open(button(page, 'Save note'));
      await expect(toast(page)).toContainText('Note saved');
      await driver.open(button(page, /^Mark as seen/));
      await expect(toast(page)).toContainText('Marked as seen');
      await driver.open(link(page, 'Your notebook'));
      await driver.write(page.getByLabel('Search your notes'), 'elbow');
      await driver.open(button(page, 'Search'));
      await expect(page).toHaveURL(/search=elbow/);
      await driver.open(link(page, 'Edit this note'));
      await driver.write(page.getByLabel('Note', { exact: true }), 'Hide the knee first.');
      await driver.open(button(page, 'Save'));
      await expect(main(page)).toContainText('Hide the knee first.');
      await driver.open(link(page, 'Delete this note'));
      await driver.open(page.getByRole('button', { name: 'Delete', exact: true }));
      await expect(main(page)).toContainText('No notes yet');
    },
  },
  {
    name: 'look at one’s history, pause, go on with and clear it',
    differsByScripts: true,
    sends: ['/history/pause', '/history/clear', '/history/:id/forget'],
    async play({ page, driver, elsewhere }) {
      const author = await elsewhere();
      await signUp(author);
      const titles = [`First ${unique()}`, `Second ${unique()}`];
      await signUp(page);
      for (const title of titles) await page.goto(await publish(author, title));
      await expect(async () => {
        await page.goto('/history');
        await expect(main(page)).toContainText(titles[1] ?? '', { timeout: 100 });
      }).toPass({ timeout: 10_000, intervals: [300] });
      await driver.open(button(page, `Take out of your history: ${titles[1]}`));
      await expect(main(page)).not.toContainText(titles[1] ?? '');
      await driver.open(button(page, 'Pause history'));
      await expect(main(page)).toContainText('It is paused');
      await driver.open(button(page, 'Turn history on'));
      await expect(main(page)).toContainText('Only you see this.');
      await driver.open(link(page, 'Clear history'));
      await driver.open(page.getByRole('button', { name: 'Clear history' }));
      await expect(main(page)).toContainText('Nothing here yet');
    },
  },
  {
    name: 'write the chapters of a technique',
    sends: ['/content/:id/chapters'],
    async play({ page, driver }) {
      await signUp(page);
      const item = await publish(page, `With chapters ${unique()}`);
      await page.goto(`${item}/chapters`);
      await driver.write(page.getByLabel('Steps'), '0:00 Grip the sleeve');
      await driver.open(button(page, 'Save'));
      await page.waitForURL('**/study');
      await expect(main(page)).toContainText('Grip the sleeve');
      expect(await called(page, 'GET', `/api${item}/chapters`)).toEqual([
        { seconds: 0, title: 'Grip the sleeve' },
      ]);
    },
  },
];
