import { expect, signUp } from '../journey.ts';
import { seller } from './by-call.ts';
import { button, link, main, type Task, toast } from './task.ts';

export const paying: Task[] = [
  {
    name: 'subscribe, and buy an item',
    async play({ page, hands }) {
      await signUp(page);
      await page.goto('/subscriptions');
      await hands.open(link(page, 'Subscribe to Premium'));
      await hands.open(button(page, 'Go to payment'));
      await hands.open(button(page, /^Pay \$/));
      await expect(toast(page)).toContainText('Payment Successful');
      await page.goto('/discover?tier=vip');
      await hands.open(link(page, 'Buy Now'));
      await hands.open(button(page, /^Pay \$/));
      await hands.open(button(page, /^Pay \$/));
      await expect(toast(page)).toContainText('Purchase Successful');
      await hands.open(toast(page).getByRole('link', { name: /^Open / }));
      await expect(page).toHaveURL(/\/content\/\d+$/);
    },
  },
  {
    name: 'change the plan, cancel it, take that back',
    async play({ page, hands }) {
      await seller(page);
      await page.goto('/account/billing');
      await hands.open(link(page, 'Upgrade to VIP Elite'));
      await hands.open(button(page, 'Upgrade now'));
      await expect(toast(page)).toContainText('You now have VIP Elite.');
      await hands.open(link(page, 'Cancel plan'));
      await hands.open(page.getByRole('button', { name: 'Cancel plan' }));
      await expect(main(page)).toContainText('Cancelled. You keep VIP Elite until');
      await hands.open(button(page, 'Keep VIP Elite'));
      await expect(main(page)).toContainText('$24.99 per month, next billing on');
      await hands.open(link(page, /^VIP Elite|^Premium, one month/));
      await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
    },
  },
];
