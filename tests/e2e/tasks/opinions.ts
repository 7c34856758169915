import { expect, signUp } from '../journey.ts';
import { button, link, main, type Task } from './task.ts';

export const opinions: Task[] = [
  {
    name: 'like, rate, follow',
    async play({ page, hands }) {
      await signUp(page);
      await page.goto('/discover?tier=free');
      await page.goto((await page.locator('.card__title a').first().getAttribute('href')) ?? '');
      const heart = button(page, /likes: like/);
      await hands.open(heart);
      await expect(heart).toHaveAttribute('aria-pressed', 'true');
      await hands.open(link(page, 'Rate This Content'));
      await hands.tick(page.getByRole('radio', { name: '4 stars' }));
      await hands.write(page.getByLabel('Review'), 'Clear from the first grip on.');
      await hands.open(page.getByRole('button', { name: 'Submit rating' }));
      await expect(page.getByText('Your rating has been saved.')).toBeVisible();
      await hands.open(main(page).locator('.item__facts a[href^="/creators/"]'));
      await page.waitForURL('**/creators/*');
      await hands.open(button(page, /^Follow/));
      await expect(page.getByText('come to your home feed')).toBeVisible();
    },
  },
];
