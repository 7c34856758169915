import { expect, pictureFile, publish, signUp } from '../journey.ts';
import { ask, called, payFor } from './by-call.ts';
import { button, link, main, type Task, toast, unique } from './task.ts';

export const answering: Task[] = [
  {
    name: 'as an athlete: answer a message, and choose whether to be written e-mails about them',
    sends: ['/messages/:username', '/account/message-mails'],
    async play({ page, driver, elsewhere }) {
      const fan = await elsewhere('premium@example.com');
      const { username } = await signUp(page);
      await publish(page, 'Head down');
      await called(fan, 'POST', `/api/messages/${username}`, { text: 'How do you keep the head down?' });
      await page.goto('/discover');
      await driver.open(page.getByRole('link', { name: 'Messages, 1 unread' }));
      await driver.open(main(page).getByRole('listitem').getByRole('link').first());
      await driver.write(page.getByRole('textbox', { name: /Your message to/ }), 'With the knee.');
      await driver.open(button(page, 'Send'));
      await expect(page.getByRole('log')).toContainText('With the knee.');
      await driver.open(link(page, 'All messages'));
      await driver.open(button(page, 'Turn these emails off'));
      await driver.open(button(page, 'Turn emails on'));
      await expect(button(page, 'Turn these emails off')).toBeVisible();
    },
  },
  {
    name: 'as an athlete: take requests, decline one, accept one, deliver it, take no more',
    sends: [
      '/requests/offer',
      '/requests/:id/decline',
      '/requests/:id/accept',
      '/content/:id/edit/media',
      '/requests/:id/deliver',
    ],
    async play({ page, driver, elsewhere }) {
      const asker = await elsewhere('vip@example.com');
      const { username } = await signUp(page);
      await publish(page, 'Open guard');
      await page.goto('/requests');
      await driver.open(link(page, 'Your offer'));
      await driver.write(page.getByLabel('Price of a request'), '25.01');
      await driver.write(page.getByLabel('Days you need'), '9');
      await driver.write(page.getByLabel('What you make'), 'Anything from half guard.');
      await driver.open(button(page, 'Save'));
      await expect(toast(page)).toContainText('VIP members can ask you');

      const state = main(page).locator('.callout').first();
      const unwanted = `Too far ${unique()}`;
      const declined = await ask(asker, username, unwanted);
      await driver.open(link(page, 'Received'));
      await driver.open(link(page, unwanted));
      await page.waitForURL(`**${declined}`);
      await driver.open(link(page, /^Decline$/));
      await driver.open(page.getByRole('button', { name: 'Decline the request' }));
      await expect(state).toContainText('Declined');

      const accepted = await ask(asker, username, `Flattened ${unique()}`);
      await page.goto(accepted);
      await driver.open(link(page, /^Accept$/));
      await driver.write(page.getByLabel(/^To /), 'With pleasure.');
      await driver.open(page.getByRole('button', { name: 'Accept the request' }));
      await expect(state).toContainText('Waiting for payment');
      await payFor(asker, accepted);
      await driver.open(link(page, 'Pictures and video'));
      await driver.attach(page.getByLabel('Add files'), [await pictureFile('elbow.png')]);
      await driver.open(button(page, /^Add$/));
      await expect(toast(page)).toContainText('Upload Successful');
      await driver.open(link(page, 'Back to the request'));
      await driver.open(link(page, /^Deliver$/));
      await driver.open(page.getByRole('button', { name: 'Deliver it' }));
      await expect(state).toContainText('Delivered');

      await page.goto('/requests/offer');
      await driver.untick(page.getByLabel('Take requests'));
      await driver.open(button(page, 'Save'));
      await expect(toast(page)).toContainText('You are not taking requests for now.');
    },
  },
];
