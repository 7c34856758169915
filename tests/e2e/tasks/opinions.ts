import { expect, publish, signUp } from '../journey.ts';
import { called } from './by-call.ts';
import { button, link, main, type Task, toast, unique } from './task.ts';

export const opinions: Task[] = [
  {
    name: 'like, rate, follow',
    differsByScripts: true,
    sends: ['/content/:id/like', '/content/:id/rate', '/creators/:username/follow'],
    async play({ page, driver }) {
      await signUp(page);
      // Of a creator for whom no task publishes: newer items belong to other tasks, which count their ratings.
      await page.goto('/creators/marina_costa?tier=free');
      await page.goto((await page.locator('.card__title a').first().getAttribute('href')) ?? '');
      const heart = button(page, /likes: like/);
      await driver.open(heart);
      await expect(heart).toHaveAttribute('aria-pressed', 'true');
      await driver.open(link(page, 'Rate This Content'));
      await driver.tick(page.getByRole('radio', { name: '4 stars' }));
      await driver.write(page.getByLabel('Review'), 'Clear from the first grip on.');
      await driver.open(page.getByRole('button', { name: 'Submit rating' }));
      await expect(page.getByText('Your rating has been saved.')).toBeVisible();
      await driver.open(main(page).locator('.item__head a[href^="/creators/"]'));
      await page.waitForURL('**/creators/*');
      await driver.open(button(page, /^Follow/));
      await expect(page.getByText('in your feed')).toBeVisible();
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
    async play({ page, driver, elsewhere }) {
      const author = await elsewhere();
      const { username } = await signUp(author);
      const title = `Once liked ${unique()}`;
      const item = await publish(author, title);
      await signUp(page);
      await called(page, 'POST', `/api${item}/rating`, { rating: 2 });
      await called(page, 'POST', `/api${item}/like`, { liked: true });
      await called(page, 'POST', `/api/creators/${username}/follow`, { following: true });

      await page.goto('/library');
      await driver.open(link(page, 'Liked'));
      await driver.open(link(page, title));
      const heart = button(page, /likes: like/);
      await expect(heart).toHaveAttribute('aria-pressed', 'true');
      await driver.open(heart);
      await expect(heart).toHaveAttribute('aria-pressed', 'false');
      await driver.open(link(page, /^Rate This Content/));
      await driver.tick(page.getByRole('radio', { name: '5 stars' }));
      await driver.open(page.getByRole('button', { name: 'Change rating' }));
      await expect(toast(page)).toContainText('Your rating has been saved.');
      await driver.open(link(page, /^Rate This Content/));
      await driver.open(page.getByRole('button', { name: 'Remove my rating' }));
      await expect(main(page)).toContainText('No ratings yet.');

      await page.goto('/profile/following');
      await driver.open(
        main(page).locator(`form[action="/creators/${username}/follow"]`).getByRole('button'),
      );
      await expect(page.getByText('No longer following')).toBeVisible();
    },
  },
];
