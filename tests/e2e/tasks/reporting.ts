import { type Caller, expect, publish, signIn, signUp } from '../journey.ts';
import { openLine } from './admin-cases.ts';
import { called, seller, sent } from './by-call.ts';
import { button, link, main, type Player, type Task, toast, unique } from './task.ts';

async function report({ page, driver }: Player, what: RegExp) {
  await driver.open(link(page, what));
  await driver.tick(page.getByRole('radio', { name: 'Spam' }));
  await driver.open(page.getByRole('button', { name: 'Send report' }));
  await expect(toast(page)).toContainText('Thank you for your report');
}

/** Ends the case of this name as `how` says, with words to the one whose it is. */
async function decide(player: Player, name: string, how: string, words: string) {
  const { page, driver } = player;
  await openLine(player, '/admin/reports', name);
  await driver.tick(page.getByRole('radio', { name: how }));
  await driver.write(page.getByLabel(/^To @/), words);
  await driver.open(button(page, 'Decide'));
  await expect(toast(page)).toContainText('Decided');
}

/** The same by a call. */
async function decideByCall(admin: Caller, name: string, decision: Record<string, string>) {
  let queue: string | undefined = '/admin/reports';
  while (queue) {
    const shown: string = await (await admin.request.get(queue)).text();
    const [before = '', after] = shown.split(`">${name}<`);
    if (after) return sent(admin, /\/admin\/reports\/\d+$/.exec(before)?.[0] ?? '', decision);
    queue = /href="([^"]+)"[^>]*>Next</.exec(shown)?.[1]?.replaceAll('&amp;', '&');
  }
  throw new Error(`There is no report about ${name}`);
}

export const reporting: Task[] = [
  {
    name: 'report a rating; as an admin: hide it, and show it again',
    sends: ['/report', '/admin/reports/:id', '/admin/reports/:id/undo'],
    async play(player) {
      const { page, driver, elsewhere } = player;
      await signUp(page);
      const title = `Toe hold ${unique()}`;
      const item = await publish(page, title);
      const rater = await elsewhere();
      await signUp(rater);
      await called(rater, 'POST', `/api${item}/rating`, { rating: 1, review: 'Buy my course instead' });
      await page.goto(item);
      await report(player, /^Report the rating by/);
      await signIn(page, 'admin@example.com');
      await decide(player, `Nova Silva on ${title}`, 'Hide', 'This is advertising.');
      await driver.open(toast(page).getByRole('link', { name: 'See the case' }));
      await driver.open(button(page, 'Show it again'));
      await expect(toast(page)).toContainText('It is shown again');
    },
  },
  {
    name: 'report a message and who wrote it; as an admin: talk to them; as them: read it',
    sends: ['/report', '/admin/reports/:id'],
    async play(player) {
      const { page, driver, elsewhere } = player;
      const writer = await elsewhere();
      const spammer = await seller(writer);
      await publish(writer, 'Buy my course');
      const { username } = await signUp(page);
      await publish(page, 'Side control');
      await called(writer, 'POST', `/api/messages/${username}`, { text: 'Buy my course' });
      await page.goto(`/messages/${spammer.username}`);
      await report(player, /^Report this message/);
      await driver.open(link(page, 'Their techniques'));
      await report(player, /^Report$/);
      const name = `Nova Silva (@${spammer.username})`;
      await signIn(writer, 'admin@example.com');
      await decideByCall(writer, name, { outcome: 'dismissed' });
      await signIn(page, 'admin@example.com');
      await decide(player, `From ${name}`, 'Talk to the person', 'Please sell on your page only.');
      await signIn(page, spammer.email, spammer.password);
      await page.goto('/account/reports');
      await driver.open(link(page, 'About you'));
      await expect(main(page)).toContainText('Please sell on your page only.');
    },
  },
  {
    name: 'learn why an item was taken down, and ask for another look',
    sends: ['/help-center/contact', '/account/support/:id/close'],
    async play({ page, driver, elsewhere }) {
      await signUp(page);
      const title = `Flying scissors ${unique()}`;
      const content = Number((await publish(page, title)).split('/').pop());
      const admin = await elsewhere('vip@example.com');
      await called(admin, 'POST', '/api/reports', { content, reason: 'dangerous' });
      await signIn(admin, 'admin@example.com');
      const personNote = 'Please add a warning for the knee.';
      await decideByCall(admin, title, { outcome: 'taken-down', personNote });
      await page.goto('/studio/content');
      await driver.open(link(page, title));
      await expect(main(page)).toContainText(personNote);
      await driver.open(link(page, 'write to support'));
      await driver.write(page.getByLabel('Subject'), `The warning is there ${unique()}`);
      await driver.write(page.getByLabel('Your question'), 'It is in the first second of the video.');
      await driver.open(button(page, 'Send'));
      await expect(toast(page)).toContainText('We have your question');
      await expect(main(page)).toContainText(title);
      await driver.open(button(page, 'My question is settled'));
      await expect(main(page)).toContainText('Closed');
    },
  },
];
