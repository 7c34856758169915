import { expect, publish, signIn, signUp } from '../journey.ts';
import { called, delivered, step } from './by-call.ts';
import { button, link, main, type Player, type Task, toast, unique } from './task.ts';

/** Opens an entry of a queue, on any of its pages. */
export async function openLine({ page, driver }: Player, queue: string, name: string) {
  await page.goto(queue);
  for (let pages = 0; pages < 40 && (await link(page, name).count()) === 0; pages += 1) {
    await page.goto((await link(page, /^Next/).getAttribute('href')) ?? '');
  }
  await driver.open(link(page, name));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

export const adminCases: Task[] = [
  {
    name: 'as an admin: dismiss a report, delete an item, take one down and put it back',
    sends: ['/admin/reports/:id', '/admin/reports/:id/undo'],
    async play(player) {
      const { page, driver, elsewhere } = player;
      const { username } = await signUp(page);
      const reader = await elsewhere();
      await signUp(reader);
      const [fine, stolen, dangerous] = [`Fine ${unique()}`, `Stolen ${unique()}`, `Dangerous ${unique()}`];
      for (const title of [fine, stolen, dangerous]) {
        const content = Number((await publish(page, title)).split('/').pop());
        await called(reader, 'POST', '/api/reports', { content, reason: 'dangerous' });
      }
      await signIn(page, 'admin@example.com');
      await openLine(player, '/admin/reports', fine);
      await driver.tick(page.getByRole('radio', { name: 'Dismiss' }));
      await driver.open(button(page, 'Decide'));
      await expect(toast(page)).toContainText('Dismissed.');
      await openLine(player, '/admin/reports', stolen);
      await driver.tick(page.getByRole('radio', { name: 'Delete' }));
      await driver.write(page.getByLabel(`To @${username}`), 'This is somebody else’s video.');
      await driver.open(button(page, 'Decide'));
      await expect(toast(page)).toContainText('Deleted.');
      await openLine(player, '/admin/reports', dangerous);
      await driver.tick(page.getByRole('radio', { name: 'Take down' }));
      await driver.write(page.getByLabel(`To @${username}`), 'Please add a warning for the knee.');
      await driver.open(button(page, 'Decide'));
      await expect(toast(page)).toContainText('Taken down.');
      await driver.open(toast(page).getByRole('link', { name: 'See the case' }));
      await driver.open(button(page, 'Put it back'));
      await expect(toast(page)).toContainText('It is back');
    },
  },
  {
    name: 'as an admin: answer one question to support, close another',
    sends: ['/admin/support/:id', '/admin/support/:id/close'],
    async play(player) {
      const { page, driver } = player;
      // Theirs are first in the queue.
      await signIn(page, 'vip@example.com');
      const [open, settled] = [`Paid twice ${unique()}`, `Thank you ${unique()}`];
      for (const subject of [open, settled]) {
        await called(page, 'POST', '/api/support', { topic: 'payment', subject, text: 'Two receipts.' });
      }
      await signIn(page, 'admin@example.com');
      await page.goto('/admin/support');
      await driver.choose(page.getByLabel('About'), 'Payments and plans');
      await driver.open(button(page, 'Filter'));
      await page.waitForURL(/topic=payment/);
      await openLine(player, page.url(), open);
      await driver.write(page.getByLabel('Answer to @'), 'It goes back to your card today.');
      await driver.tick(page.getByLabel('Close this question'));
      await driver.open(button(page, 'Send the answer'));
      await expect(toast(page)).toContainText('Answered and closed');
      await openLine(player, '/admin/support', settled);
      await driver.open(button(page, 'Close without an answer'));
      await expect(toast(page)).toContainText('No email was sent.');
    },
  },
  {
    name: 'as an admin: decide a request in dispute',
    sends: ['/admin/requests/:id'],
    async play(player) {
      const { page, driver, elsewhere } = player;
      const { title, request } = await delivered(await elsewhere(), page);
      await step(page, request, 'dispute', 'It shows the other arm.');
      await signIn(page, 'admin@example.com');
      await openLine(player, '/admin/requests', title);
      await expect(main(page)).toContainText('It shows the other arm.');
      await driver.tick(page.getByRole('radio', { name: /^Refund/ }));
      await driver.write(page.getByLabel('Why'), 'The other arm, indeed.');
      await driver.open(button(page, 'Decide'));
      await expect(toast(page)).toContainText('The buyer gets a full refund.');
    },
  },
];
