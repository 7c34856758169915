import { expect, pictureFile, publish, signIn, signUp } from '../journey.ts';
import { called, sent } from './by-call.ts';
import { button, link, main, type Task, toast, unique } from './task.ts';

export const talking: Task[] = [
  {
    name: 'write a message with a picture, block and unblock',
    differsByScripts: true,
    sends: ['/messages/:username', '/messages/:username/block'],
    async play({ page, driver, elsewhere }) {
      const athlete = await elsewhere();
      await signUp(athlete);
      const item = await publish(athlete, 'Kesa gatame');
      await signIn(page, 'premium@example.com');
      await page.goto(item);
      await driver.open(link(page, /^Message$/));
      const field = page.getByRole('textbox', { name: /Your message to/ });
      await driver.write(field, 'How do you keep the head down?');
      await driver.attach(page.getByLabel('Pictures (optional)'), [await pictureFile('grip.png')]);
      await driver.open(button(page, 'Send'));
      const log = page.getByRole('log');
      await expect(log).toContainText('keep the head down');
      await expect(log.getByRole('img')).toHaveCount(1);
      await driver.open(button(page, /^Block/));
      await expect(field).toHaveCount(0);
      await driver.open(button(page, /^Unblock/));
      await expect(field).toBeVisible();
    },
  },
  {
    name: 'report an item',
    sends: ['/report'],
    async play({ page, driver, elsewhere }) {
      const author = await elsewhere();
      await signUp(author);
      const item = await publish(author, 'Flying scissors');
      await signUp(page);
      await page.goto(item);
      await driver.open(link(page, /^Report$/));
      await driver.tick(page.getByRole('radio', { name: 'A dangerous technique' }));
      await driver.write(page.getByLabel('Details'), 'The knee bends sideways.');
      await driver.open(page.getByRole('button', { name: 'Send report' }));
      await expect(toast(page)).toContainText('Thank you for your report');
      await driver.open(toast(page).getByRole('link', { name: 'Your reports' }));
      await expect(main(page)).toContainText('Waiting for us');
    },
  },
  {
    name: 'ask support, read the answer, write back, settle it',
    sends: ['/help-center/contact', '/account/support/:id', '/account/support/:id/close'],
    async play({ page, driver, elsewhere }) {
      const admin = await elsewhere('admin@example.com');
      await signUp(page);
      await page.goto('/help-center');
      await driver.open(link(page, /^Write to support$/));
      await driver.choose(page.getByLabel('What is it about?'), 'Payments and plans');
      await driver.write(page.getByLabel('Subject'), `Paid twice ${unique()}`);
      await driver.write(page.getByLabel('Your question'), 'I paid twice for one item.');
      await driver.open(button(page, 'Send'));
      await expect(toast(page)).toContainText('We have your question');
      const thread = new URL(page.url()).pathname;
      const question = thread.split('/').pop();
      await sent(admin, `/admin/support/${question}`, { text: 'It goes back to your card today.' });
      await page.goto('/account/support');
      await driver.open(page.locator(`main a[href^="${thread}"]`));
      await expect(main(page)).toContainText('It goes back to your card today.');
      await driver.write(page.getByLabel('Write back'), 'It is there. Thank you!');
      await driver.open(button(page, /^Send$/));
      await expect(main(page)).toContainText('It is there. Thank you!');
      await driver.open(button(page, 'My question is settled'));
      await expect(main(page)).toContainText('Closed');
    },
  },
  {
    name: 'look for an answer, ask support without an account',
    sends: ['/help-center/contact'],
    async play({ page, driver }) {
      await page.goto('/help-center');
      await driver.open(main(page).locator('summary').first());
      await expect(main(page).locator('details[open]')).toContainText(/\w/);
      await driver.open(link(page, /^Write to support$/));
      await driver.write(page.getByLabel('Your name'), 'Nova Silva');
      await driver.write(page.getByLabel('Your email'), `asks_${unique()}@example.com`);
      await driver.choose(page.getByLabel('What is it about?'), 'Payments and plans');
      await driver.write(page.getByLabel('Subject'), 'Before I join');
      await driver.write(page.getByLabel('Your question'), 'Can I pay by bank transfer?');
      await driver.open(button(page, 'Send'));
      await expect(main(page)).toContainText('We have your question');
    },
  },
  {
    name: 'read what one was told, and choose what to hear of',
    sends: ['/notifications/read', '/notifications'],
    async play({ page, driver, elsewhere }) {
      await signUp(page);
      const title = `Leg drag ${unique()}`;
      const item = await publish(page, title);
      await called(page, 'PUT', '/api/notifications/kinds', { kinds: ['rating'] });
      const fan = await elsewhere();
      await signUp(fan);
      await called(fan, 'POST', `/api${item}/rating`, { rating: 5 });
      const messages = async () => (await called<object[]>(page, 'GET', '/api/notifications')).length;
      await expect.poll(messages, { timeout: 20_000 }).toBe(1);
      await page.goto('/notifications');
      await driver.open(button(page, 'Mark all read'));
      await expect(main(page).getByText('New', { exact: true })).toHaveCount(0);
      await driver.open(main(page).getByText('Notification settings'));
      await driver.tick(page.getByRole('checkbox', { name: 'Messages' }));
      await driver.open(button(page, 'Save'));
      await expect(toast(page)).toContainText('Applies to new notifications.');
      await driver.open(link(page, title));
      await expect(page).toHaveURL(new RegExp(`${item}#reviews$`));
    },
  },
];
