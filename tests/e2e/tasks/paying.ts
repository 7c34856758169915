import { expect, signUp } from '../journey.ts';
import { buy, sell, seller } from './by-call.ts';
import { button, fileOf, link, main, type Task, toast, toPaymentPage, unique } from './task.ts';

export const paying: Task[] = [
  {
    name: 'subscribe at the second try, and buy an item',
    differsByScripts: true,
    sends: ['/subscribe', '/checkout/:contentId', '/sandbox/pay/:sessionId'],
    async play(player) {
      const { page, driver } = player;
      await signUp(page);
      await page.goto('/subscriptions');
      await driver.open(link(page, 'Subscribe to Premium'));
      await toPaymentPage(player, 'Go to payment');
      await driver.open(button(page, 'Decline the card'));
      await expect(page.getByRole('alert')).toContainText('Your card was declined.');
      await driver.open(button(page, /^Pay \$/));
      await expect(toast(page)).toContainText('Payment Successful');
      await page.goto('/discover?tier=vip');
      await driver.open(link(page, 'Buy Now'));
      await toPaymentPage(player, /^Pay \$/);
      await driver.open(button(page, /^Pay \$/));
      await expect(toast(page)).toContainText('Purchase Successful');
      await driver.open(toast(page).getByRole('link', { name: /^Open / }));
      await expect(page).toHaveURL(/\/content\/\d+$/);
    },
  },
  {
    name: 'change the plan, cancel it, take that back',
    sends: ['/subscribe', '/account/billing/cancel', '/account/billing/resume'],
    async play({ page, driver }) {
      await seller(page);
      await page.goto('/account/billing');
      await driver.open(link(page, 'Upgrade to VIP Elite'));
      await driver.open(button(page, 'Upgrade now'));
      await expect(toast(page)).toContainText('You now have VIP Elite.');
      await driver.open(link(page, 'Cancel plan'));
      await driver.open(page.getByRole('button', { name: 'Cancel plan' }));
      await expect(main(page)).toContainText('Cancelled. You keep VIP Elite until');
      await driver.open(button(page, 'Keep VIP Elite'));
      await expect(main(page)).toContainText('$24.99 per month, next billing on');
      await driver.open(link(page, /^VIP Elite|^Premium, one month/));
      await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
    },
  },
  {
    name: 'plan a smaller plan, take that back, change the card',
    sends: ['/subscribe', '/account/billing/undo-change', '/account/billing/card', '/sandbox/pay/:sessionId'],
    async play({ page, driver }) {
      await seller(page, 'vip');
      await page.goto('/account/billing');
      await driver.open(link(page, 'Downgrade to Premium'));
      await driver.open(button(page, /^Downgrade on /));
      await expect(toast(page)).toContainText('Change planned');
      await driver.open(button(page, 'Keep VIP Elite'));
      await expect(toast(page)).toContainText('Change undone');
      await driver.open(button(page, 'Change card'));
      await driver.open(button(page, 'Save a working card'));
      await expect(toast(page)).toContainText('Card saved');
    },
  },
  {
    name: 'find what one bought, and keep its file',
    sends: ['/content/:id/media/:mediaId/download'],
    async play({ page, driver, elsewhere }) {
      const creator = await elsewhere();
      await seller(creator);
      const title = `Kept for good ${unique()}`;
      const item = await sell(creator, title);
      await signUp(page);
      await buy(page, item);
      await page.goto('/library?show=liked');
      await driver.open(link(page, 'Bought'));
      await driver.open(link(page, title));
      const picture = page.getByRole('region', { name: 'Downloads' }).getByRole('link', { name: 'Picture' });
      const file = await fileOf(page, () => driver.open(picture));
      expect(file.suggestedFilename()).toContain(title);
    },
  },
];
