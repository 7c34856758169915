import { expect, pictureFile, publish, signUp } from '../journey.ts';
import { ask, called, payFor } from './by-call.ts';
import { button, link, main, type Task, toast, unique } from './task.ts';

export const answering: Task[] = [
  {
    name: 'as an athlete: answer a message, and choose whether to be written e-mails about them',
    sends: ['/messages/:username', '/account/message-mails'],
    async play({ page, hands, elsewhere }) {
      const fan = await elsewhere('premium@example.com');
      const { username } = await signUp(page);
      await publish(page, 'Head down');
      await called(fan, 'POST', `/api/messages/${username}`, { text: 'How do you keep the head down?' });
      await page.goto('/discover');
      await hands.open(page.getByRole('link', { name: 'Messages, 1 unread' }));
      await hands.open(main(page).getByRole('listitem').getByRole('link').first());
      await hands.write(page.getByRole('textbox', { name: /Your message to/ }), 'With the knee.');
      await hands.open(button(page, 'Send'));
      await expect(page.getByRole('log')).toContainText('With the knee.');
      await hands.open(link(page, 'All messages'));
      await hands.open(button(page, 'Turn these e-mails off'));
      await hands.open(button(page, 'Turn e-mails on'));
      await expect(button(page, 'Turn these e-mails off')).toBeVisible();
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
    async play({ page, hands, elsewhere }) {
      const asker = await elsewhere('vip@example.com');
      const { username } = await signUp(page);
      await publish(page, 'Open guard');
      await page.goto('/requests');
      await hands.open(link(page, 'Your offer'));
      await hands.write(page.getByLabel('Price of a request'), '25.01');
      await hands.write(page.getByLabel('Days you need'), '9');
      await hands.write(page.getByLabel('What you make'), 'Anything from half guard.');
      await hands.open(button(page, 'Save'));
      await expect(toast(page)).toContainText('VIP members can ask you');

      const state = main(page).locator('.callout').first();
      const unwanted = `Too far ${unique()}`;
      const declined = await ask(asker, username, unwanted);
      await hands.open(link(page, 'Asked of you'));
      await hands.open(link(page, unwanted));
      await page.waitForURL(`**${declined}`);
      await hands.open(link(page, /^Decline$/));
      await hands.open(page.getByRole('button', { name: 'Decline the request' }));
      await expect(state).toContainText('Declined');

      const accepted = await ask(asker, username, `Flattened ${unique()}`);
      await page.goto(accepted);
      await hands.open(link(page, /^Accept$/));
      await hands.write(page.getByLabel(/^To /), 'With pleasure.');
      await hands.open(page.getByRole('button', { name: 'Accept the request' }));
      await expect(state).toContainText('Waits for payment');
      await payFor(asker, accepted);
      await hands.open(link(page, 'Pictures and video'));
      await hands.attach(page.getByLabel('Add files'), [await pictureFile('elbow.png')]);
      await hands.open(button(page, /^Add$/));
      await expect(toast(page)).toContainText('Upload Successful');
      await hands.open(link(page, 'Back to the request'));
      await hands.open(link(page, /^Deliver$/));
      await hands.open(page.getByRole('button', { name: 'Deliver it' }));
      await expect(state).toContainText('Delivered');

      await page.goto('/requests/offer');
      await hands.untick(page.getByLabel('Take requests'));
      await hands.open(button(page, 'Save'));
      await expect(toast(page)).toContainText('Nobody can ask you for now.');
    },
  },
];
