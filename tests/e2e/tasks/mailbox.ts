import { expect, openMail, signIn, signUp } from '../journey.ts';
import { choosePassword } from './account.ts';
import { sent } from './by-call.ts';
import { button, link, type Task, toast } from './task.ts';

export const mailbox: Task[] = [
  {
    name: 'choose a new password for a forgotten one',
    sends: ['/auth/forgot', '/auth/reset/:token'],
    async play(player) {
      const { page, driver, elsewhere } = player;
      const other = await elsewhere();
      const { email } = await signUp(other);
      await page.goto('/auth?tab=sign-in');
      await driver.open(link(page, 'Forgot your password?'));
      await driver.write(page.getByLabel('Email'), email);
      await driver.open(button(page, 'Send me a link'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
      await openMail(page, email, 'Choose a new password');
      await driver.open(page.locator('main a[href^="/auth/reset/"]'));
      await choosePassword(player, 'closed guard 33');
      await expect(toast(page)).toContainText('Password changed');
      await signIn(page, email, 'closed guard 33');
    },
  },
  {
    name: 'confirm the address, and move to another',
    sends: ['/auth/verify/:token', '/account/email'],
    async play({ page, driver }) {
      const { email, password } = await signUp(page);
      await openMail(page, email, 'Please confirm your email address');
      await driver.open(page.locator('main a[href^="/auth/verify/"]'));
      await driver.open(button(page, 'Yes, confirm it'));
      await expect(toast(page)).toContainText('Email confirmed');
      await page.goto('/profile');
      await driver.open(link(page, /^change$/));
      const wanted = email.replace('new_', 'moved_');
      await driver.write(page.getByLabel('New email'), wanted);
      await driver.write(page.getByLabel('Your password', { exact: true }), password);
      await driver.open(button(page, 'Send the link'));
      await expect(toast(page)).toContainText('Check your new inbox');
      await openMail(page, wanted, 'Please confirm your new email address');
      await driver.open(page.locator('main a[href^="/auth/verify/"]'));
      await driver.open(button(page, 'Use this address from now on'));
      await expect(page.locator('main')).toContainText(wanted);
    },
  },
  {
    name: 'think better of a new address, and take the account back from the old mailbox',
    sends: ['/account/email/send-again', '/account/email/cancel', '/auth/undo/:token', '/auth/reset/:token'],
    async play(player) {
      const { page, driver } = player;
      const { email, password } = await signUp(page);
      await openMail(page, email, 'Please confirm your email address');
      await sent(page, (await page.locator('main a[href^="/auth/verify/"]').getAttribute('href')) ?? '');
      const change = { email: email.replace('new_', 'moved_'), currentPassword: password };
      await sent(page, '/account/email', change);
      await page.goto('/profile');
      await driver.open(button(page, 'Send again'));
      await expect(toast(page)).toContainText(`We sent a link to ${change.email}.`);
      await driver.open(button(page, 'Cancel the change'));
      await expect(toast(page)).toContainText('Your email has not changed');
      await openMail(page, email, 'Your email address is about to change');
      await driver.open(page.locator('main a[href^="/auth/undo/"]'));
      await driver.open(button(page, 'Take my account back'));
      await expect(toast(page)).toContainText('Your account is yours');
      await choosePassword(player, 'half guard 44');
      await expect(toast(page)).toContainText('Password changed');
      await signIn(page, email, 'half guard 44');
    },
  },
];
