import { expect, signIn, signUp } from '../journey.ts';
import { called } from './by-call.ts';
import { button, link, main, type Player, type Task, toast, unique } from './task.ts';

/** Opens the line of the curators' queue that has these words. New ones are at its end. */
async function openWaiting({ page, driver }: Player, queue: string, words: string) {
  const line = main(page).locator('.ruled > li', { hasText: words }).getByRole('link').first();
  await page.goto(queue);
  while (!(await line.isVisible())) await driver.open(link(page, 'Next'));
  await driver.open(line);
}

export const mapWork: Task[] = [
  {
    name: 'propose a position and describe it; as a curator: accept it',
    sends: ['/map/propose', '/map/proposed/:thing', '/map/proposals/:thing'],
    async play(player) {
      const { page, driver } = player;
      await signUp(page);
      const name = `Lasso guard ${unique()}`;
      await page.goto('/map/proposed');
      await driver.open(link(page, 'Propose a name'));
      await driver.tick(page.getByRole('radio', { name: 'A position' }));
      await driver.write(page.getByLabel('Name'), name);
      await driver.open(button(page, 'Propose'));
      await expect(toast(page)).toContainText('Proposed');
      await driver.write(page.getByLabel('Where do you know it from?'), 'A seminar');
      await driver.open(button(page, 'Save'));
      await expect(toast(page)).toContainText('Saved');
      await signIn(page, 'admin@example.com');
      await openWaiting(player, '/map/proposals', name);
      await expect(main(page)).toContainText('A seminar');
      await driver.choose(page.getByLabel('Family'), 'Half guard');
      await driver.open(button(page, 'Accept'));
      await expect(toast(page)).toContainText('It is on the map now.');
    },
  },
  {
    name: 'say what is wrong on the map; as a curator: add the name',
    sends: ['/map/correct/:thing', '/map/corrections/:id'],
    async play(player) {
      const { page, driver } = player;
      await signUp(page);
      const name = `Guarda ${unique()}`;
      const made = await called<{ id: number }[]>(page, 'GET', '/api/map/positions?limit=1');
      await page.goto(`/map/p/${made[0]?.id}`);
      await driver.open(link(page, 'Something wrong here?'));
      await driver.tick(page.getByRole('radio', { name: 'Its name, or one that is missing' }));
      await driver.write(page.getByLabel('What is right?'), `In Portuguese: ${name}`);
      await driver.open(page.getByRole('button', { name: 'Send', exact: true }));
      await expect(toast(page)).toContainText('Thank you');
      await signIn(page, 'admin@example.com');
      await openWaiting(player, '/map/proposals?show=corrections', name);
      await driver.tick(page.getByRole('radio', { name: 'Accept' }));
      await driver.write(page.getByLabel('Name to add'), name);
      await driver.choose(page.getByLabel('Language of the name'), 'Portuguese');
      await driver.open(button(page, 'Decide'));
      await expect(toast(page)).toContainText('Accepted');
    },
  },
];
