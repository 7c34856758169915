import { expect, signUp } from '../journey.ts';
import { button, link, type Task, toast } from './task.ts';

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
];
