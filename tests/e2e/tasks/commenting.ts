import { expect, publish, signIn, signUp } from '../journey.ts';
import { openLine } from './admin-cases.ts';
import { called } from './by-call.ts';
import { button, link, main, type Task, toast, unique } from './task.ts';

const write = (text: string) => ({ text, attempt: unique() });

/** Questions and comments on items. */
export const commenting: Task[] = [
  {
    name: 'ask about an item, change the question, delete it',
    differsByScripts: true,
    sends: ['/content/:id/comments', '/comments/:id/edit', '/comments/:id/delete'],
    async play({ page, driver, elsewhere }) {
      const author = await elsewhere();
      await signUp(author);
      const item = await publish(author, `Kimura ${unique()}`);
      await signUp(page);
      await page.goto(`${item}/comments`);
      await driver.write(page.getByLabel('Your question or comment'), 'Which hand holds the wrist?');
      await driver.open(button(page, 'Send'));
      await expect(toast(page)).toContainText('Your comment is here');
      await driver.open(link(page, /^Edit/));
      await driver.write(
        page.getByRole('textbox', { name: 'Your comment' }),
        'Which hand holds the other wrist?',
      );
      await driver.open(button(page, 'Save'));
      await expect(main(page)).toContainText('Which hand holds the other wrist?');
      await expect(main(page)).toContainText('edited');
      await driver.open(link(page, /^Delete/));
      await driver.open(page.getByRole('button', { name: 'Delete', exact: true }));
      await expect(main(page)).toContainText('No comments yet');
    },
  },
  {
    name: 'answer a question about one’s item, pin it, and choose who may ask',
    sends: ['/comments/:id', '/comments/:id/pin', '/profile/comments'],
    async play({ page, driver, elsewhere }) {
      const title = `Kimura ${unique()}`;
      await signUp(page);
      const item = await publish(page, title);
      const fan = await elsewhere();
      await signUp(fan);
      await called(fan, 'POST', `/api${item}/comments`, write('Which hand holds the wrist?'));
      await page.goto(`${item}/comments`);
      await driver.open(link(page, /^Answer/));
      await driver.write(page.getByLabel('Your answer'), 'The one that is nearer to the head.');
      await driver.open(button(page, 'Send'));
      await expect(toast(page)).toContainText('Your answer is here');
      await driver.open(link(page, /^All comments on/));
      await driver.open(button(page, /^Pin/));
      await expect(main(page)).toContainText('Pinned');
      await driver.open(link(page, 'Who may write on your techniques'));
      await driver.tick(page.getByRole('radio', { name: 'Only you' }));
      await driver.open(button(page, 'Save'));
      await expect(toast(page)).toContainText('Saved');
    },
  },
  {
    name: 'report a comment; as an admin: hide it, and show it again',
    sends: ['/report', '/admin/reports/:id', '/admin/reports/:id/undo'],
    async play(player) {
      const { page, driver, elsewhere } = player;
      const title = `Toe hold ${unique()}`;
      await signUp(page);
      const item = await publish(page, title);
      const writer = await elsewhere();
      await signUp(writer);
      await called(writer, 'POST', `/api${item}/comments`, write('Buy my course instead'));
      await page.goto(`${item}/comments`);
      await driver.open(link(page, /^Report the comment/));
      await driver.tick(page.getByRole('radio', { name: 'Spam' }));
      await driver.open(page.getByRole('button', { name: 'Send report' }));
      await expect(toast(page)).toContainText('Thank you for your report');
      await signIn(page, 'admin@example.com');
      await openLine(player, '/admin/reports', `Nova Silva on ${title}`);
      await driver.tick(page.getByRole('radio', { name: 'Hide' }));
      await driver.write(page.getByLabel(/^To @/), 'This is advertising.');
      await driver.open(button(page, 'Decide'));
      await expect(toast(page)).toContainText('Decided');
      await driver.open(toast(page).getByRole('link', { name: 'See the case' }));
      await driver.open(button(page, 'Show it again'));
      await expect(toast(page)).toContainText('It is shown again');
    },
  },
];
