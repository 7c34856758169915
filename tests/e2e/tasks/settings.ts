import { expect, signUp } from '../journey.ts';
import { button, type Task } from './task.ts';

export const settings: Task[] = [
  {
    name: 'change one’s profile and the colours',
    sends: ['/profile', '/theme'],
    async play({ page, hands }) {
      await signUp(page);
      await page.goto('/profile?edit');
      await hands.write(page.getByLabel('Bio'), 'Trains at night, types by day.');
      await hands.open(button(page, 'Save'));
      await expect(page.getByText('Trains at night, types by day.')).toBeVisible();
      await hands.open(page.getByRole('button', { name: 'Dark' }));
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      // One is still where the switch stands.
      await expect(page.getByRole('button', { name: 'Light' })).toBeInViewport();
    },
  },
];
