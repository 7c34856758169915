import { expect, signUp } from '../journey.ts';
import { button, main, type Task, toast } from './task.ts';

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
      await driver.open(page.getByRole('button', { name: /^Account of/ }));
      await driver.open(page.getByRole('button', { name: 'Dark' }));
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    },
  },
  {
    name: 'take the first steps of a new member, and close the welcome',
    sends: ['/creators/:username/follow', '/welcome/belt', '/account/email/send-again', '/welcome/close'],
    async play({ page, driver }) {
      await signUp(page);
      await page.goto('/dashboard');
      await expect(page.getByRole('heading', { name: 'Welcome, Nova.' })).toBeVisible();
      await driver.open(button(page, /^Follow /));
      await expect(main(page)).toContainText('1 of 3.');
      await driver.choose(page.getByLabel('Belt', { exact: true }), 'Blue belt');
      await driver.open(button(page, 'Save belt'));
      await expect(main(page)).toContainText('Blue belt');
      await driver.open(button(page, 'Send again'));
      await expect(toast(page)).toContainText('Check your inbox');
      await driver.open(button(page, 'Close the welcome'));
      await expect(page.getByRole('heading', { name: 'Welcome, Nova.' })).toBeHidden();
      await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
    },
  },
];
