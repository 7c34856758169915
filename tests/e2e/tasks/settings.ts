import { expect, signUp } from '../journey.ts';
import { button, type Task } from './task.ts';

export const settings: Task[] = [
  {
    name: 'change one’s profile and the colours',
    sends: ['/profile', '/theme'],
    async play({ page, driver }) {
      await signUp(page);
      await page.goto('/profile?edit');
      await driver.write(page.getByLabel('Bio'), 'Trains at night, types by day.');
      await driver.open(button(page, 'Save'));
      await expect(page.getByText('Trains at night, types by day.')).toBeVisible();
      await driver.open(page.getByRole('button', { name: 'Dark' }));
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      // One of them has the switch's present value.
      await expect(page.getByRole('button', { name: 'Light' })).toBeInViewport();
    },
  },
];
