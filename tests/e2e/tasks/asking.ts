import { expect, signIn } from '../journey.ts';
import { deliver, maker, step } from './by-call.ts';
import { button, link, main, type Task, toast, toPaymentPage, unique } from './task.ts';

export const asking: Task[] = [
  {
    name: 'ask for a technique, pay for it, say that all is well',
    sends: [
      '/creators/:username/request',
      '/checkout/:contentId',
      '/sandbox/pay/:sessionId',
      '/requests/:id/confirm',
    ],
    async play(player) {
      const { page, driver, elsewhere } = player;
      const creator = await elsewhere();
      const { username } = await maker(creator);
      await signIn(page, 'vip@example.com');
      await page.goto(`/creators/${username}`);
      await driver.open(link(page, /^Ask /));
      await driver.write(page.getByLabel('What is it about?'), `Flattened ${unique()}`);
      const details = 'Where does my elbow go when they flatten me out?';
      await driver.write(page.getByLabel('What should it show?'), details);
      await driver.open(button(page, /^Ask /));
      const state = main(page).locator('.callout').first();
      await expect(state).toContainText('Asked');
      const request = new URL(page.url()).pathname;

      await step(creator, request, 'accept');
      await page.goto(request);
      await driver.open(link(page, 'Pay now'));
      await toPaymentPage(player, /^Pay \$/);
      await driver.open(button(page, /^Pay \$/));
      await expect(toast(page)).toContainText('The work begins now.');

      await deliver(creator, request);
      await page.goto(request);
      await driver.open(link(page, 'Accept'));
      await driver.write(page.getByLabel(/^To /), 'Just what I needed.');
      await driver.open(page.getByRole('button', { name: 'Accept it' }));
      await expect(state).toContainText('Done');
    },
  },
];
