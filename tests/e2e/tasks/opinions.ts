import { expect, publish, signUp } from '../journey.ts';
import { called } from './by-call.ts';
import { button, link, main, type Task, toast, unique } from './task.ts';

export const opinions: Task[] = [
  {
    name: 'like, rate, follow',
    sends: ['/content/:id/like', '/content/:id/rate', '/creators/:username/follow'],
    async play({ page, hands }) {
      await signUp(page);
      // Of somebody whom no task publishes for: what is newest elsewhere is another task's, which counts its ratings.
      await page.goto('/creators/marina_costa?tier=free');
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
  {
    name: 'change one’s mind: rate anew, take rating, like and follow back',
    sends: [
      '/content/:id/like',
      '/content/:id/rate',
      '/content/:id/rate/remove',
      '/creators/:username/follow',
    ],
    async play({ page, hands, elsewhere }) {
      const author = await elsewhere();
      const { username } = await signUp(author);
      const title = `Once liked ${unique()}`;
      const item = await publish(author, title);
      await signUp(page);
      await called(page, 'POST', `/api${item}/rating`, { rating: 2 });
      await called(page, 'POST', `/api${item}/like`, { liked: true });
      await called(page, 'POST', `/api/creators/${username}/follow`, { following: true });

      await page.goto('/library');
      await hands.open(link(page, 'Liked'));
      await hands.open(link(page, title));
      const heart = button(page, /likes: like/);
      await expect(heart).toHaveAttribute('aria-pressed', 'true');
      await hands.open(heart);
      await expect(heart).toHaveAttribute('aria-pressed', 'false');
      await hands.open(link(page, /^Rate This Content/));
      await hands.tick(page.getByRole('radio', { name: '5 stars' }));
      await hands.open(page.getByRole('button', { name: 'Change rating' }));
      await expect(toast(page)).toContainText('Your rating has been saved.');
      await hands.open(link(page, /^Rate This Content/));
      await hands.open(page.getByRole('button', { name: 'Remove my rating' }));
      await expect(main(page)).toContainText('Nobody has rated this yet.');

      await page.goto('/profile/following');
      await hands.open(main(page).locator(`form[action="/creators/${username}/follow"]`).getByRole('button'));
      await expect(page.getByText('Not following any more')).toBeVisible();
    },
  },
];
