import { expect, signIn } from '../journey.ts';
import { openLine } from './admin-cases.ts';
import { ask, delivered, maker, payFor, step } from './by-call.ts';
import { button, link, main, type Player, type Task, toast, unique } from './task.ts';

const state = ({ page }: Player) => main(page).locator('.callout').first();

/** Asks for a step by the link `label`, and takes it by the button that the question ends with. */
async function take({ page, driver }: Player, label: string, confirm = label) {
  await driver.open(link(page, label));
  await driver.open(page.getByRole('button', { name: confirm }));
}

export const requests: Task[] = [
  {
    name: 'take a request back; say what is wrong with another; as an admin: let its creator have the money',
    sends: ['/requests/:id/withdraw', '/requests/:id/dispute', '/admin/requests/:id'],
    async play(player) {
      const { page, driver, elsewhere } = player;
      const creator = await elsewhere();
      const { title, request } = await delivered(creator, page);
      const { username } = await maker(creator);
      await page.goto(await ask(page, username, `No longer needed ${unique()}`));
      await take(player, 'Withdraw', 'Withdraw the request');
      await expect(state(player)).toContainText('Withdrawn');

      await page.goto(request);
      await driver.open(link(page, 'Report a problem'));
      await driver.write(page.getByLabel('What is wrong with it?'), 'It shows the other arm.');
      await driver.open(page.getByRole('button', { name: 'Send it to us' }));
      await expect(state(player)).toContainText('In dispute');

      await signIn(page, 'admin@example.com');
      await openLine(player, '/admin/requests', title);
      await driver.tick(page.getByRole('radio', { name: /^Release/ }));
      await driver.write(page.getByLabel('Why'), 'It shows both arms from the second minute on.');
      await driver.open(button(page, 'Decide'));
      await expect(toast(page)).toContainText('share can be paid out.');
    },
  },
  {
    name: 'agree that everybody may see what one asked for, take that back, agree after all',
    sends: ['/requests/:id/publish', '/requests/:id/keep-private'],
    async play(player) {
      const { page, driver, elsewhere } = player;
      const creator = await elsewhere();
      const { title, request } = await delivered(creator, page);
      await step(page, request, 'confirm');
      await page.goto(request);
      await take(player, 'Make it public', 'I agree');
      await expect(toast(page)).toContainText('You agree to make it public');
      await take(player, 'Keep it private');
      await expect(toast(page)).toContainText('It stays private');
      await step(creator, request, 'publish');
      await page.goto(request);
      await expect(main(page)).toContainText('would like to make it public');
      await take(player, 'Make it public', 'I agree');
      await driver.open(link(page, 'Open it'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      const visitor = await elsewhere();
      expect((await visitor.request.get(page.url())).status()).toBe(200);
    },
  },
  {
    name: 'as an athlete: give up a request that is paid for',
    sends: ['/requests/:id/cancel'],
    async play(player) {
      const { page, driver, elsewhere } = player;
      const asker = await elsewhere('vip@example.com');
      const { username } = await maker(page);
      const title = `Flattened ${unique()}`;
      const request = await ask(asker, username, title);
      await step(page, request, 'accept');
      await payFor(asker, request);
      await page.goto('/requests');
      await driver.open(link(page, title));
      await driver.open(link(page, 'Cancel the request'));
      await driver.write(page.getByLabel(/^To /), 'My elbow is broken.');
      await driver.open(page.getByRole('button', { name: 'Cancel the request' }));
      await expect(state(player)).toContainText('Cancelled');
    },
  },
];
